# Not tried yet: no image could be built where this was written. The layout it makes is what is tried, see
# docs/operations.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.base.json ./
COPY packages packages
RUN npm ci --no-audit --no-fund && npx tsc -b packages/server packages/client && npm run build -w @fallwatch/console && npm ci --omit=dev --workspace @fallwatch/server --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/client/package.json packages/client/
COPY --from=build /app/packages/client/dist packages/client/dist
COPY --from=build /app/packages/console/dist packages/console/dist
COPY --from=build /app/packages/detection/package.json packages/detection/
COPY --from=build /app/packages/detection/dist packages/detection/dist
COPY --from=build /app/packages/server/package.json packages/server/
COPY --from=build /app/packages/server/migrations packages/server/migrations
COPY --from=build /app/packages/server/dist packages/server/dist
# The image's own user without rights. Nothing is written to the disk: production needs PostgreSQL.
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=5s --timeout=4s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "packages/server/dist/main.js"]
