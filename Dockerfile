# One image for all services: the sites, the proxy, and the runner with its browser.
FROM debian:trixie-slim

RUN apt-get update -qq \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      ca-certificates chromium fonts-dejavu-core git make python3 python3-venv tini \
 && rm -rf /var/lib/apt/lists/*

# Authorities that the base image adds (a company's proxy, say) hold for every tool
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    PYTHONUNBUFFERED=1 \
    PATH=/app/.venv/bin:$PATH

WORKDIR /app
COPY . .
RUN make setup && mkdir -p /run/breakingweb && rm -rf /root/.cache /root/.npm

# tini reaps what a browser leaves behind
ENTRYPOINT ["tini", "--"]
CMD ["breakingweb", "--help"]
