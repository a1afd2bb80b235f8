import { text } from 'node:stream/consumers'
import { DATA_PREFACE } from '@fairlead/protocol/automations/automation-prompt'
import type { Author } from '@fairlead/protocol/people/author'
import { clientCallPart } from '@fairlead/protocol/wire/client-call'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test } from 'vitest'

// The page asks for its width when it is loaded.
const { Question } = await import('./question.tsx')

const call = clientCallPart({
	id: 'mcp_1',
	name: 'unity_hierarchy',
	input: { action: 'create', name: 'Tower' },
})
const words = (text: string) => ({ type: 'text' as const, text })
const client: Author = { kind: 'mcp', id: 'con_1', userId: 'usr_1', name: 'Maya (Claude Code)' }

/** As it stands on the page, without markup. */
async function read(
	by: Author | undefined,
	said: ReturnType<typeof words> | typeof call = call,
): Promise<string> {
	const message = {
		id: 'msg_1',
		role: 'user' as const,
		parts: [said],
		metadata: by === undefined ? {} : { by },
	}
	const client = new QueryClient()
	const page = createElement(QueryClientProvider, { client }, createElement(Question, { message }))
	const { prelude } = await prerenderToNodeStream(page)
	return (await text(prelude)).replace(/<[^>]*>/g, '')
}

test('a call of an MCP client is a sentence that names the client', async () => {
	expect(await read(client)).toBe('Maya (Claude Code) asked to create Tower')
})

test('the next call of the same client, which joined its run, is a sentence that names the client', async () => {
	expect(await read(undefined)).toBe('The client asked to create Tower')
})

test('the prompt of an automation is its sentence with the values, without what the model needs', async () => {
	const hook: Author = { kind: 'webhook', id: 'aut_1', userId: null, name: 'Check each push' }
	const prompt = [
		'Check build [value 1: build].',
		DATA_PREFACE,
		'<data value="1" path="build">\n417\n</data>',
	].join('\n\n')
	expect(await read(hook, words(prompt))).toContain('Check build 417.')
	expect(await read(hook, words(prompt))).not.toMatch(/value 1|not an instruction|path=/)
})
