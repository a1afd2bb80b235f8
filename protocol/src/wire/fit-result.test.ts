import { describe, expect, it } from 'vitest'
import { fitResult } from './fit-result.ts'

const MAX = 4_000
const objects = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ instanceId: `${index}`, name: 'x'.repeat(80) }))

type Page = { objects: { instanceId: string }[]; total: number; nextCursor: string | null }

describe('a result over the limit', () => {
	it('is unchanged below the limit', () => {
		const value = { total: 2, objects: objects(2) }
		expect(fitResult(value, MAX)).toEqual({ value, missing: [] })
	})

	it('keeps its numbers, whole items, and a cursor to the first missing one', () => {
		const page = (start: number) => ({
			objects: objects(200).slice(start),
			total: 200,
			nextCursor: null,
		})
		const seen: string[] = []
		let cursor: string | undefined
		for (let reads = 0; reads < 20 && cursor !== null; reads++) {
			const start = Number(cursor?.slice(1) ?? 0)
			const { value } = fitResult(page(start), MAX, cursor === undefined ? {} : { cursor })
			expect(JSON.stringify(value).length).toBeLessThanOrEqual(MAX)
			const { objects: shown, total, nextCursor } = value as Page
			expect(total).toBe(200)
			expect(Object.keys(value as object).at(-1)).not.toBe('total')
			seen.push(...shown.map(({ instanceId }) => instanceId))
			if (nextCursor === null) break
			cursor = nextCursor
		}
		expect(seen).toEqual(objects(200).map(({ instanceId }) => instanceId))
	})

	it('keeps whole lines of a file, counts them, and says where the next one is', () => {
		const lines = Array.from({ length: 900 }, (_, n) => `line ${n + 1}\n`)
		const seen: string[] = []
		for (let reads = 0, next = 1; next <= 900 && reads < 20; reads++) {
			const page = lines.slice(next - 1)
			const value = {
				content: page.join(''),
				firstLine: next,
				lineCount: page.length,
				totalLines: 900,
			}
			const fitted = fitResult(value, MAX)
			const shown = fitted.value as typeof value
			expect(JSON.stringify(shown).length).toBeLessThanOrEqual(MAX)
			const read = shown.content.split(/(?<=\n)/)
			expect(read).toHaveLength(shown.lineCount)
			seen.push(...read)
			next += shown.lineCount
			if (next <= 900) expect(fitted.next).toBe(`Read on with offset ${next}.`)
		}
		expect(seen).toEqual(lines)
	})

	it('shows part of a line that is too long by itself', () => {
		const value = { content: 'x'.repeat(9_000), firstLine: 1, lineCount: 1, totalLines: 1 }
		const { value: shown, missing } = fitResult(value, MAX)
		expect((shown as typeof value).content.length).toBeGreaterThan(3_000)
		expect(missing.join()).toContain('of 9000 characters')
	})

	it('says how much of which list is shown', () => {
		const { missing, value } = fitResult({ count: 100, results: objects(100) }, MAX)
		const shown = (value as { results: unknown[] }).results.length
		expect(missing).toEqual([`results: ${shown} of 100`])
		expect(shown).toBeGreaterThan(20)
	})

	it('shows part of an item that is too long by itself, down to its texts', () => {
		const tree = {
			name: 'Root',
			children: [{ name: 'A', note: '"'.repeat(9_000), children: objects(90) }],
		}
		const { value, missing } = fitResult({ root: tree }, MAX)
		expect(JSON.stringify(value).length).toBeLessThanOrEqual(MAX)
		expect(value).toMatchObject({ root: { name: 'Root', children: [{ name: 'A' }] } })
		expect(missing.join()).toContain('root.children[0].note')
		expect(missing.join()).toMatch(/root\.children\[0\]\.children: \d+ of 90/)
	})

	it('shows both of two long lists', () => {
		const { value } = fitResult({ added: objects(500), removed: objects(30) }, MAX)
		const { added, removed } = value as { added: unknown[]; removed: unknown[] }
		expect(added.length).toBeGreaterThan(5)
		expect(removed.length).toBeGreaterThan(5)
	})

	it.each([
		['a text', 'x'.repeat(10_000)],
		['a list', objects(300)],
		['a list of one long text', ['"\n'.repeat(9_000)]],
		['many members', Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`key ${i}`, i]))],
	])('fits: %s', (_name, value) => {
		const { value: fitted, missing } = fitResult(value, MAX)
		expect(JSON.stringify(fitted).length).toBeLessThanOrEqual(MAX)
		expect(missing.length).toBeGreaterThan(0)
	})
})
