# The command line in a container. It reads and writes in /data, and asks nobody for anything but what it is told to.
#
#   docker build -t credport .
#   docker run --rm -i --network none -v "$PWD:/data" --user "$(id -u):$(id -g)" credport check users.json --from firebase

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY vectors vectors
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY .ci/build.mjs .ci/
COPY src src
RUN npm run build
# Optional peers are part of what a container offers; what only builds and tests is not.
RUN npm install --ignore-scripts --no-audit --no-fund --omit=dev --save-prod \
    $(node -p "const { peerDependencies, devDependencies } = require('./package.json'); Object.keys(peerDependencies).filter((name) => devDependencies[name]).map((name) => name + '@' + devDependencies[name]).join(' ')")

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="credport" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
COPY --from=build /build/package.json /opt/credport/
COPY --from=build /build/node_modules /opt/credport/node_modules
COPY --from=build /build/vectors /opt/credport/vectors
COPY --from=build /build/dist /opt/credport/dist
WORKDIR /data
USER node
ENTRYPOINT ["node", "/opt/credport/dist/cli/main.js"]
CMD ["--help"]
