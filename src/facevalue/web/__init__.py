"""The web server: pages to play on, and the JSON of every question under /api/.

    routes     what can be asked, as rows: parameters, lane, and the library's answer
    server     the Starlette application: finds the row, checks the limits, sends the answer
    guard      middleware around it: the Host header and the security headers
    serving    runs it with uvicorn

The pages are plain HTML, CSS and ES modules in the folder `pages`. Everything that a page knows
about a puzzle or a hand, it asks the API; everything that the API answers comes from the library.
"""
