import { ProductEvent } from '@fairlead/protocol/automations/automations'
import { describe, expect, it } from 'vitest'
import { exampleOf, readSample, sampleOf, valuesOf } from './sample.ts'

describe('the values that a prompt can insert', () => {
	it('have paths as the server reads them', () => {
		const payload = {
			action: 'opened',
			pull_request: { draft: false, labels: [{ name: 'bug' }], 'no path': 1 },
			merged_by: null,
		}
		expect(valuesOf(payload)).toEqual([
			{ path: 'action', shown: '"opened"' },
			{ path: 'pull_request.draft', shown: 'false' },
			{ path: 'pull_request.labels', shown: '[{"name":"bug"}]' },
			{ path: 'pull_request.labels[0].name', shown: '"bug"' },
			{ path: 'merged_by', shown: 'null' },
		])
	})

	it('of a list begin at the whole payload', () => {
		expect(valuesOf([{ id: 7 }]).map(({ path }) => path)).toEqual(['$', '$[0].id'])
	})

	it('are few of a large payload, and each is short', () => {
		const large = Object.fromEntries(
			Array.from({ length: 5_000 }, (_, n) => [`v${n}`, 'x'.repeat(500)]),
		)
		const values = valuesOf(large)
		expect(values.length).toBeLessThanOrEqual(200)
		expect(values[0]?.shown.length).toBeLessThan(80)
	})
})

describe('a sample payload', () => {
	it('can be tried as it is, whatever starts the automation', () => {
		for (const proof of ['standard', 'github', 'bearer'] as const) {
			expect(readSample(exampleOf({ kind: 'webhook', proof }).text).ok).toBe(true)
		}
		for (const event of ProductEvent.options) {
			expect(exampleOf({ kind: 'event', event }).text).toContain(event)
		}
		expect(exampleOf({ kind: 'button' })).toEqual({ text: '{}', event: '' })
	})

	it('from a delivery keeps its event; a text becomes a JSON text', () => {
		expect(sampleOf('{"a":1}', { 'x-github-event': 'push' })).toEqual({
			text: '{\n  "a": 1\n}',
			event: 'push',
		})
		expect(readSample(sampleOf('build failed', {}).text)).toEqual({
			ok: true,
			payload: 'build failed',
		})
	})
})
