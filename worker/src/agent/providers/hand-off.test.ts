/** A conversation moves from any provider to any other after an answer as the first one really gives it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answer, text } from '../../../../test/fakes/anthropic-server.ts'
import {
	modelOf,
	startWire,
	WIRES,
	type Wire,
	type WireName,
} from '../../../test/provider-wires.ts'
import { withImages } from '../context/stored-view.ts'
import { handOffNotice } from '../model/hand-off.ts'
import type { ModelMessage, ModelPart } from '../model/types.ts'
import { collect, request, user } from './anthropic/test-kit.ts'

const PICTURE = { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' } as const
const TOOL = { name: 'unity_query', description: 'Looks.', inputSchema: { type: 'object' } }
const CALLS = ['call_1', 'toolu_01:fc|2']
const wires = new Map<WireName, Wire>()

beforeAll(async () => {
	for (const name of WIRES) wires.set(name, await startWire(name))
})
afterAll(async () => {
	for (const wire of wires.values()) await wire.close()
	// The services themselves would have accepted every request.
	for (const { requests } of wires.values()) {
		expect(requests.flatMap(({ violations }) => violations)).toEqual([])
	}
})

const wireOf = (name: WireName): Wire => wires.get(name) ?? expect.fail(`no wire ${name}`)

async function ask(
	name: WireName,
	messages: readonly ModelMessage[],
): Promise<readonly ModelPart[]> {
	const { provider } = wireOf(name)
	const asked = request({ model: modelOf(name), tools: [TOOL], messages })
	const last = (await collect(provider.stream(asked, new AbortController().signal))).at(-1)
	return last?.type === 'finish' ? last.parts : expect.fail(`It ended with ${JSON.stringify(last)}`)
}

/** Two calls after a thought, their results with a picture, and an answer: as `name` gives them. */
async function recorded(name: WireName): Promise<ModelMessage[]> {
	wireOf(name).script(
		answer(
			[
				{ type: 'thinking', thinking: 'A hidden thought.', signature: 'hidden-seal' },
				{ type: 'text', text: 'I look at both.' },
				...CALLS.map((id) => ({
					...({ type: 'tool_use', id, name: 'unity_query' } as const),
					input: { action: 'inspect', id: `/Cube of ${id}` },
				})),
			],
			{ engine: 'own' },
		),
		text('Two cubes.'),
	)
	const question = user('What is there?')
	const called = { role: 'assistant', parts: await ask(name, [question]) } as const
	const results: ModelMessage = {
		role: 'user',
		parts: called.parts.flatMap((part): ModelPart[] =>
			part.type === 'tool-call'
				? [
						{
							type: 'tool-result',
							callId: part.callId,
							name: part.name,
							isError: false,
							content: [{ type: 'text', text: `A cube (${part.callId}).` }, PICTURE],
						},
					]
				: [],
		),
	}
	const said = { role: 'assistant', parts: await ask(name, [question, called, results]) } as const
	return [question, called, results, said, user('And now?')]
}

describe.each(WIRES)('a conversation from %s', (from) => {
	let transcript: ModelMessage[]
	beforeAll(async () => {
		transcript = await recorded(from)
	})

	it.each(WIRES.filter((name) => name !== from))('goes on at %s', async (to) => {
		const { requests } = wireOf(to)
		wireOf(to).script(text('I go on.'), text('I go on.'))
		expect(await ask(to, transcript)).toContainEqual({ type: 'text', text: 'I go on.' })
		const sent = JSON.stringify(requests.at(-1)?.body)
		for (const kept of ['What is there?', 'I look at both.', 'A cube (call_1).', 'Two cubes.']) {
			expect(sent).toContain(kept)
		}
		for (const id of CALLS) expect(sent).toContain(`/Cube of ${id}`)
		expect(sent.split(PICTURE.base64)).toHaveLength(CALLS.length + 1)
		expect(sent).not.toMatch(/hidden/)

		// A model that sees nothing is told that there was a picture.
		const noPictures = { blob: () => null } as unknown as Parameters<typeof withImages>[0]
		await ask(to, withImages(noPictures, transcript, false))
		const blind = JSON.stringify(requests.at(-1)?.body)
		expect(blind).not.toContain(PICTURE.base64)
		expect(blind).toContain('picture')
	})

	it('tells the person what stays behind, if anything does', () => {
		const said = transcript.filter(({ role }) => role === 'assistant')
		const sealed = said.some(({ parts }) =>
			parts.some(({ type }) => type === 'reasoning' || type === 'provider-block'),
		)
		expect(handOffNotice(said, 'another') !== null).toBe(sealed)
		// Its own thoughts come back to it.
		expect(handOffNotice(said, wireOf(from).provider.id)).toBeNull()
	})
})
