import { text } from 'node:stream/consumers'
import type { Author } from '@fairlead/protocol/author'
import { callText } from '@fairlead/protocol/client-call'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'

// The page asks for its width when it is loaded.
const { Question } = await import('./question.tsx')

const call = callText({
	id: 'mcp_1',
	name: 'unity_hierarchy',
	input: { action: 'create', name: 'Tower' },
})
const client: Author = { kind: 'mcp', id: 'con_1', userId: 'usr_1', name: 'Maya (Claude Code)' }

/** As it stands on the page, without markup. */
async function read(by: Author | undefined): Promise<string> {
	const message = {
		id: 'msg_1',
		role: 'user' as const,
		parts: [{ type: 'text' as const, text: call }],
		metadata: by === undefined ? {} : { by },
	}
	const { prelude } = await prerenderToNodeStream(createElement(Question, { message }))
	return (await text(prelude)).replace(/<[^>]*>/g, '')
}

test('a call of an MCP client is a sentence that names the client', async () => {
	expect(await read(client)).toBe('Maya (Claude Code) asked to create Tower')
})

test('so is the next call of the same client, which joined its run', async () => {
	expect(await read(undefined)).toBe('The client asked to create Tower')
})
