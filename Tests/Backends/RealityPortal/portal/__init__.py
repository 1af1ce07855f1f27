"""A backend of Reality Portal as a team might write it that has only the contract: the standard library and SQLite.

`drifts` names every way in which it can be wrong, `store` keeps the rows, `seed` makes those that are there at the
start, `views` shows rows as the API has them, `accounts`, `listings` and `inquiries` are the endpoints, `routes` finds
the endpoint of a request, and `wire` speaks HTTP.
"""
