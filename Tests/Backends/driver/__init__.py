"""Runs plumbline against a backend, and judges by the backend's database whether anything was lost.

`table` says what is run, `backend` starts and ends the server, `trial` runs one row in one mode, `dump` reads databases,
`judge` decides, and `self_check` proves that the judge can fail.
"""
