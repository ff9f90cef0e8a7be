# The whole farm with virtual phones on one machine: docs/hosts.md says how it is built and run.
FROM node:24.18.0-bookworm-slim

ENV PATH=/opt/drover/bin:$PATH
ARG PACKAGE=drover.tgz
COPY ${PACKAGE} /opt/drover.tgz
RUN npm install --global --prefix /opt/drover --no-audit --no-fund /opt/drover.tgz

RUN mkdir -p /var/lib/drover && chown 1000:1000 /var/lib/drover
VOLUME /var/lib/drover
USER 1000:1000
WORKDIR /var/lib/drover

# Its API listens on loopback alone, as everywhere: docker run --network host.
STOPSIGNAL SIGTERM
ENTRYPOINT ["drover"]
CMD ["up", "--dir", "/var/lib/drover/farm"]
