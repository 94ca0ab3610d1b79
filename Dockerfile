# A static binary and nothing else: docker run --rm -v "$PWD:/models" orrery check /models/model.xml
FROM rust:1-alpine AS build
RUN apk add --no-cache musl-dev
WORKDIR /src
COPY . .
RUN cargo build --locked --profile dist --package orrery-cli

FROM scratch
COPY --from=build /src/target/dist/orrery /orrery
COPY LICENSE-MIT LICENSE-APACHE /
WORKDIR /models
ENTRYPOINT ["/orrery"]
CMD ["--help"]
