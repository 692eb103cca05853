// Who sends a request: staff or a member of a client by an access token, a person by a token of the extension.
import { createHash } from "node:crypto";
import { prisma } from "./database.js";

const LEVELS = ["none", "view", "edit", "manage"];

function refuse(status, code) {
  return Object.assign(new Error(code), { statusCode: status });
}

/** A person in the cabinet of an agent or a client. */
class Caller {
  constructor(user, membership, ids) {
    this.userId = user.id;
    this.agentId = membership.agentId;
    this.agentName = membership.agent.name;
    this.joinedAt = membership.confirmedAt;
    this.isOwner = membership.isOwner;
    this.grants = new Map((membership.accessGroup?.rights ?? []).map((right) => [right.object, right]));
    Object.assign(this, ids);
  }

  allows(object, level) {
    return this.isOwner || LEVELS.indexOf(this.grants.get(object)?.level ?? "none") >= LEVELS.indexOf(level);
  }

  seesOnlyOwn(object) {
    return !this.isOwner && (this.grants.get(object)?.breadth ?? "own") === "own";
  }
}

async function claims(request, guard) {
  let token;
  try {
    token = await request.jwtVerify();
  } catch {
    throw refuse(401, "credential_invalid");
  }
  if (token.aud !== guard) throw refuse(401, "credential_invalid");
  return token;
}

function check(session, membership, disabled) {
  if (session.revokedAt || !membership.confirmedAt || disabled.some(Boolean)) throw refuse(401, "credential_revoked");
  if (session.expiresAt <= new Date()) throw refuse(401, "credential_expired");
}

const MEMBERSHIP = {
  agentId: true,
  isOwner: true,
  confirmedAt: true,
  disabledAt: true,
  agent: { select: { name: true, disabledAt: true } },
  accessGroup: { select: { rights: { select: { object: true, level: true, breadth: true } } } },
};
const USER = { id: true, disabledAt: true };

export async function staff(request) {
  const token = await claims(request, "agent");
  const session = await prisma.loginSession.findFirst({
    where: { id: token.sid, userId: BigInt(token.sub), staffId: token.mid, guard: "agent", staff: { userId: BigInt(token.sub) } },
    select: { expiresAt: true, revokedAt: true, user: { select: USER }, staff: { select: { id: true, ...MEMBERSHIP } } },
  });
  if (!session) throw refuse(401, "credential_invalid");
  const { user, staff: membership } = session;
  check(session, membership, [membership.disabledAt, user.disabledAt, membership.agent.disabledAt]);
  request.caller = new Caller(user, membership, { staffId: membership.id });
  if (!request.caller.allows("orders", "view")) throw refuse(403, "permission_denied");
}

export async function member(request) {
  const token = await claims(request, "client");
  const session = await prisma.loginSession.findFirst({
    where: { id: token.sid, userId: BigInt(token.sub), memberId: token.mid, guard: "client", member: { userId: BigInt(token.sub) } },
    select: {
      expiresAt: true,
      revokedAt: true,
      user: { select: USER },
      member: { select: { ...MEMBERSHIP, client: { select: { id: true, disabledAt: true } } } },
    },
  });
  if (!session) throw refuse(401, "credential_invalid");
  const { user, member: membership } = session;
  check(session, membership, [membership.disabledAt, user.disabledAt, membership.client.disabledAt, membership.agent.disabledAt]);
  request.caller = new Caller(user, membership, { clientId: membership.client.id });
  if (!request.caller.allows("orders", "view")) throw refuse(403, "permission_denied");
}

export async function extension(request) {
  const [, secret] = request.headers.authorization?.split(" ") ?? [];
  if (!secret) throw refuse(401, "credential_missing");
  const now = new Date();
  const [token] = await prisma.extensionToken.updateManyAndReturn({
    where: {
      tokenHash: createHash("sha256").update(secret).digest("hex"),
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    data: { lastUsedAt: now, lastIp: request.ip },
    select: { userId: true },
  });
  if (!token) throw refuse(401, "credential_invalid");
  const user = await prisma.user.findFirst({
    where: { id: token.userId, disabledAt: null },
    select: {
      id: true,
      name: true,
      members: {
        where: { confirmedAt: { not: null }, disabledAt: null, client: { disabledAt: null }, agent: { disabledAt: null } },
        select: { agentId: true, clientId: true, agent: { select: { name: true } } },
      },
    },
  });
  if (!user?.members.length) throw refuse(401, "credential_revoked");
  request.caller = user;
}
