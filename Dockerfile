# docker build -t pedigree .
# docker run --rm --read-only --network host -e PEDIGREE_API_KEY -v "$PWD/reports:/work/reports" pedigree run --target http://localhost:8080/v1
#
# The container runs as user 1000, who needs write access to the reports folder. It writes to no other place.
FROM node:22-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# A calibration of this build comes along if the checkout holds it: "npm run release" makes it, which takes minutes.
RUN npm run build && npm pack --ignore-scripts
RUN tar -xzf pedigree-*.tgz
RUN cp package-lock.json package && cd package && npm ci --ignore-scripts --omit=dev --omit=peer

FROM node:22-slim
ENV NODE_ENV=production
COPY --from=build /build/package /pedigree
WORKDIR /work
RUN mkdir reports && chown node:node reports
USER node
ENTRYPOINT ["node", "/pedigree/dist/cli/main.js"]
CMD ["--help"]
