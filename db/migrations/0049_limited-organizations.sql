-- Instance administrators work under the role of sign-in.
GRANT UPDATE (rate_per_minute) ON organizations TO rounds_auth;
