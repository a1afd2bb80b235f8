import { expect, test } from 'vitest'
import { Parts } from '../../bench/parts.ts'
import type { Section } from '../../bench/report.ts'

const section = (title: string): Section => ({ title }) as unknown as Section

test('a part that fails is reported, and the figures of the others are kept', async () => {
	const said: string[] = []
	const parts = new Parts(new Set(['a', 'b', 'c']), (text) => said.push(text))
	await parts.part('a', 'First', async () => [section('A')])
	await parts.part('b', 'Second', async () => {
		throw new Error('nothing was built')
	})
	await parts.attempt('the stack', () => Promise.reject(new Error('no port')))
	await parts.part('c', 'Third', async () => [section('C')])
	await parts.part('d', 'Unwanted', async () => [section('D')])
	expect(parts.sections).toEqual([section('A'), section('C')])
	expect(parts.failed).toBe(true)
	expect(said.join('\n')).toMatch(
		/b failed: Error: nothing was built[\s\S]*the stack failed: Error: no port/,
	)
})
