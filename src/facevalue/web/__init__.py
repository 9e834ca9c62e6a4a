"""The web server: pages to play on, and a JSON API for every query under /api/.

    routes     the queries that have a route, and how their parameters are read
    server     the Starlette application: finds the query, checks the limits, sends the result
    guard      middleware for the Host header and the security headers
    serving    runs the application with uvicorn

The pages are plain HTML, CSS and ES modules in the folder `pages`. They get everything that they
show about puzzles and hands from the API.
"""
