"""Lets the client of MCP for Python search orders and create a draft, over HTTP and through `karavan mcp`."""

import asyncio
import os
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

ENVIRONMENT = {name: os.environ[name] for name in ("KARAVAN_URL", "KARAVAN_KEY", "PATH")}


async def work(name, server):
    async with Client(server) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert "item_add" in tools and "client_search" not in tools, tools
        found = await client.call_tool("order_search", {"limit": 2})
        assert not found.is_error and len(found.structured_content["data"]) == 2, found
        draft = await client.call_tool("order_create", {"type": "standard", "title": name})
        assert not draft.is_error and draft.structured_content["title"] == name, draft
        refused = await client.call_tool("order_get", {"order": 999_999_999})
        assert refused.is_error and "not_found" in refused.content[0].text, refused
    print(f"MCP client for Python, {name}: done")


async def main():
    headers = {"authorization": f"Bearer {ENVIRONMENT['KARAVAN_KEY']}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        await work("HTTP", streamable_http_client(f"{ENVIRONMENT['KARAVAN_URL']}/mcp", http_client=http))
    await work("stdio", StdioServerParameters(command=sys.argv[1], args=["mcp"], env=ENVIRONMENT))


asyncio.run(main())
