"""The proxy process: a real mitmproxy in the path of both arms, with a listener of its own for each session.

`sessions` says what a session is to the proxy, `addon` decides about each flow, `listeners` opens and closes ports,
`control` is the HTTP API that the harness calls, and `main` puts them into one process.
"""
