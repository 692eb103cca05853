"""The engine and its sessions."""

import os
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

engine = create_async_engine(
    os.environ["DATABASE_URL"].replace("postgres://", "postgresql+asyncpg://", 1),
    pool_size=int(os.environ.get("POOL_SIZE", "8")),
    max_overflow=0,
    connect_args={"server_settings": {"jit": "off", "max_parallel_workers_per_gather": "0"}},
)
new_session = async_sessionmaker(engine, expire_on_commit=False)


async def get_session() -> AsyncIterator[AsyncSession]:
    async with new_session() as session:
        yield session


Db = Annotated[AsyncSession, Depends(get_session)]
