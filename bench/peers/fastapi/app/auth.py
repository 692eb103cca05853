"""Who sends a request: staff or a member of a client by an access token, a person by a token of the extension."""

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated

import jwt
from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from .database import Db
from .models import AccessGroupRight, Agent, Client, ClientMember, ExtensionToken, LoginSession, Staff, User

SECRET = os.environ["JWT_SECRET"]
LEVELS = ["none", "view", "edit", "manage"]
Credentials = Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]


@dataclass
class Caller:
    user_id: int
    agent_id: int
    agent_name: str
    joined_at: datetime
    is_owner: bool
    grants: dict[str, tuple[str, str]]
    staff_id: int | None = None
    client_id: int | None = None

    def allows(self, item: str, level: str) -> bool:
        granted, _ = self.grants.get(item, ("none", "own"))
        return self.is_owner or LEVELS.index(granted) >= LEVELS.index(level)

    def sees_only_own(self, item: str) -> bool:
        return not self.is_owner and self.grants.get(item, ("none", "own"))[1] == "own"


def claims(credentials: HTTPAuthorizationCredentials, guard: str) -> dict:
    try:
        return jwt.decode(credentials.credentials, SECRET, algorithms=["HS256"], audience=guard)
    except jwt.InvalidTokenError as error:
        raise HTTPException(401, "credential_invalid") from error


def check(login: LoginSession, *disabled: datetime | None) -> None:
    if login.revoked_at is not None or any(disabled):
        raise HTTPException(401, "credential_revoked")
    if login.expires_at <= datetime.now(UTC):
        raise HTTPException(401, "credential_expired")


async def grants(db: AsyncSession, membership: Staff | ClientMember) -> dict[str, tuple[str, str]]:
    if membership.is_owner or membership.access_group_id is None:
        return {}
    rights = select(AccessGroupRight).where(AccessGroupRight.group_id == membership.access_group_id)
    return {right.object: (right.level, right.breadth) for right in await db.scalars(rights)}


async def current_staff(db: Db, credentials: Credentials) -> Caller:
    token = claims(credentials, "agent")
    found = (
        await db.execute(
            select(LoginSession, User, Staff, Agent)
            .join(User, User.id == LoginSession.user_id)
            .join(Staff, Staff.id == LoginSession.staff_id)
            .join(Agent, Agent.id == Staff.agent_id)
            .where(
                LoginSession.id == token["sid"],
                LoginSession.user_id == int(token["sub"]),
                LoginSession.staff_id == token["mid"],
                LoginSession.guard == "agent",
                Staff.user_id == LoginSession.user_id,
            )
        )
    ).one_or_none()
    if found is None:
        raise HTTPException(401, "credential_invalid")
    login, user, staff, agent = found
    check(login, staff.disabled_at, user.disabled_at, agent.disabled_at)
    if staff.confirmed_at is None:
        raise HTTPException(401, "credential_revoked")
    caller = Caller(user.id, agent.id, agent.name, staff.confirmed_at, staff.is_owner, await grants(db, staff), staff_id=staff.id)
    if not caller.allows("orders", "view"):
        raise HTTPException(403, "permission_denied")
    return caller


async def current_member(db: Db, credentials: Credentials) -> Caller:
    token = claims(credentials, "client")
    found = (
        await db.execute(
            select(LoginSession, User, ClientMember, Client, Agent)
            .join(User, User.id == LoginSession.user_id)
            .join(ClientMember, ClientMember.id == LoginSession.member_id)
            .join(Client, Client.id == ClientMember.client_id)
            .join(Agent, Agent.id == ClientMember.agent_id)
            .where(
                LoginSession.id == token["sid"],
                LoginSession.user_id == int(token["sub"]),
                LoginSession.member_id == token["mid"],
                LoginSession.guard == "client",
                ClientMember.user_id == LoginSession.user_id,
            )
        )
    ).one_or_none()
    if found is None:
        raise HTTPException(401, "credential_invalid")
    login, user, member, client, agent = found
    check(login, member.disabled_at, user.disabled_at, client.disabled_at, agent.disabled_at)
    if member.confirmed_at is None:
        raise HTTPException(401, "credential_revoked")
    rights = await grants(db, member)
    caller = Caller(user.id, agent.id, agent.name, member.confirmed_at, member.is_owner, rights, client_id=client.id)
    if not caller.allows("orders", "view"):
        raise HTTPException(403, "permission_denied")
    return caller


@dataclass
class ExtensionCaller:
    user_id: int
    name: str
    # The names of the agents, by agent and client.
    clients: dict[tuple[int, int], str]


async def current_extension(db: Db, credentials: Credentials, request: Request) -> ExtensionCaller:
    digest = hashlib.sha256(credentials.credentials.encode()).hexdigest()
    now = datetime.now(UTC)
    token = (
        await db.execute(
            update(ExtensionToken)
            .where(
                ExtensionToken.token_hash == digest,
                ExtensionToken.revoked_at.is_(None),
                or_(ExtensionToken.expires_at.is_(None), ExtensionToken.expires_at > now),
            )
            .values(last_used_at=now, last_ip=request.client.host if request.client else None)
            .returning(ExtensionToken.user_id)
        )
    ).one_or_none()
    # The row of the token must not stay locked while the request is handled.
    await db.commit()
    if token is None:
        raise HTTPException(401, "credential_invalid")
    rows = (
        await db.execute(
            select(User.name, ClientMember.agent_id, ClientMember.client_id, Agent.name)
            .join(ClientMember, ClientMember.user_id == User.id)
            .join(Client, Client.id == ClientMember.client_id)
            .join(Agent, Agent.id == ClientMember.agent_id)
            .where(
                User.id == token.user_id,
                User.disabled_at.is_(None),
                ClientMember.confirmed_at.is_not(None),
                ClientMember.disabled_at.is_(None),
                Client.disabled_at.is_(None),
                Agent.disabled_at.is_(None),
            )
        )
    ).all()
    if not rows:
        raise HTTPException(401, "credential_revoked")
    return ExtensionCaller(token.user_id, rows[0][0], {(agent, client): name for _, agent, client, name in rows})


StaffCaller = Annotated[Caller, Depends(current_staff)]
MemberCaller = Annotated[Caller, Depends(current_member)]
TokenCaller = Annotated[ExtensionCaller, Depends(current_extension)]
