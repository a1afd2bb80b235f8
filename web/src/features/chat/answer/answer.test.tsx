import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../run/messages/messages.ts'

// The page asks for its width when it is loaded.
const { Answer } = await import('./answer.tsx')
const { loadReverted } = await import('./use-reverted.ts')

/** An answer of so many steps, each with a sentence. */
const answer = (steps: number): ChatMessage => ({
	id: 'msg_long',
	role: 'assistant',
	parts: Array.from({ length: steps }, (_, seq) => [
		{
			type: 'data-step' as const,
			id: `step-${seq}`,
			data: { seq, kind: 'model' as const, state: 'done' as const, startedAt: 1 },
		},
		{ type: 'text' as const, text: `Sentence ${seq}.`, state: 'done' as const },
	]).flat(),
})
const html = (steps: number, wantedId: string | null = null, live = true): string =>
	renderToStaticMarkup(
		<MemoryRouter>
			<Answer message={answer(steps)} live={live} wantedId={wantedId} />
		</MemoryRouter>,
	)
const knots = (text: string): number => text.match(/<li/g)?.length ?? 0

test('an answer of 200 steps puts its last steps into the page, and says how many are folded', () => {
	const text = html(200)
	expect(knots(text)).toBeLessThanOrEqual(41)
	expect(text).toContain('id="msg_long-step-199"')
	expect(text).toMatch(/180 earlier steps/)
})

test('an answer of a usual length is not folded', () => {
	const text = html(39)
	expect(knots(text)).toBe(39)
	expect(text).not.toContain('earlier steps')
})

test('a link to a folded step shows it', () => {
	expect(html(200, 'msg_long-step-45')).toContain('id="msg_long-step-45"')
})

test('the line of a step whose changes are reverted is struck, and says so; one that looked is not', async () => {
	await loadReverted()
	const step = (seq: number, kind: 'model' | 'tools') => ({
		type: 'data-step' as const,
		id: `step-${seq}`,
		data: { seq, kind, state: 'done' as const, startedAt: 1 },
	})
	const call = (toolCallId: string, tool: string, result: object) => ({
		...{ type: `tool-${tool}`, toolCallId, state: 'output-available' },
		...{ input: { path: 'Assets/A.cs' }, output: { result } },
	})
	const revert = { revertId: 'r', state: 'done', counts: { reverted: 1 }, items: [] }
	const message = (...reverts: object[]) =>
		({
			id: 'msg_1',
			role: 'assistant',
			parts: [
				...[step(0, 'model'), call('c1', 'read_file', { content: 'A' }), step(1, 'tools')],
				...[step(2, 'model'), call('c2', 'write_file', { path: 'A.cs' }), step(3, 'tools')],
				...reverts,
			],
		}) as unknown as ChatMessage
	const shown = (answered: ChatMessage) =>
		renderToStaticMarkup(
			<MemoryRouter>
				<Answer message={answered} live={false} wantedId={null} />
			</MemoryRouter>,
		)
	expect(shown(message())).not.toMatch(/<s>|reverted/)
	const text = shown(message({ type: 'data-revert', id: 'r', data: revert }))
	expect(text.match(/<s>/g)).toHaveLength(1)
	expect(text.slice(text.indexOf('msg_1-step-3'))).toMatch(/<s>.*<\/s> <span[^>]*>reverted</)
})
