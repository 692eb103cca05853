"""The endpoints of Karavan that the benchmark compares, by FastAPI and SQLAlchemy."""

from fastapi import FastAPI

from . import items, orders

app = FastAPI(title="Karavan's orders", openapi_url=None)
app.include_router(orders.router)
app.include_router(items.router)
