-- With a synchronous standby gone no worker can write what it counts, so the web process asks.
GRANT EXECUTE ON FUNCTION standbys() TO rounds_auth;
