"""The web server: pages to play on, and a JSON API for every query under /api/.

    routes     the queries that have a route, and how their parameters are read
    server     the Starlette application: finds the query, checks the limits, sends the result
    guard      middleware around it: the Host header and the security headers
    serving    runs it with uvicorn

The pages are plain HTML, CSS and ES modules in the folder `pages`. Pages get
everything they show about puzzles and hands from the API, and the API gets it from the library.
"""
