/** The project's tests, listed and run by commands of Unity's bridge. Its versions spell members differently. */
import type { ToolArgs } from '@fairlead/protocol/tools'
import type { Bridge } from './bridge.ts'
import { noteOf, refuseGiven } from './scene-objects.ts'

const MODES = { EditMode: 'editor', PlayMode: 'playmode' } as const
const MAX_TESTS = 1_000
const MAX_TEXT_CHARS = 2_000

type Members = Readonly<Record<string, unknown>>

/** The member of one of these names, in any spelling. */
function member(value: unknown, ...names: readonly string[]): unknown {
	const members = Object.entries(Object(value) as Members)
	const plain = (name: string): string => name.toLowerCase().replace(/_/g, '')
	for (const name of names) {
		const found = members.find(([key]) => plain(key) === plain(name))
		if (found) return found[1]
	}
	return undefined
}

const numberIn = (value: unknown, ...names: readonly string[]): number => {
	const found = member(value, ...names)
	return typeof found === 'number' && found >= 0 ? found : 0
}

const textIn = (value: unknown, ...names: readonly string[]): string => {
	const found = member(value, ...names)
	return typeof found === 'string' ? found.slice(0, MAX_TEXT_CHARS) : ''
}

const listIn = (value: unknown, ...names: readonly string[]): readonly unknown[] => {
	const found = member(value, ...names)
	return Array.isArray(found) ? found.slice(0, MAX_TESTS) : []
}

export async function listTests(
	bridge: Bridge,
	args: ToolArgs<'unity_tests', 'list'>,
): Promise<unknown> {
	const { filter = '', categories, assemblies } = args
	const answer = await bridge.run('list_tests', { mode: MODES[args.mode] })
	const tests = listIn(answer, 'tests')
		.map((one) => ({
			name: textIn(one, 'fullName', 'name'),
			assembly: textIn(one, 'assembly'),
			categories: listIn(one, 'categories').map(String),
			...(member(one, 'explicit') === true ? { runs: 'when_named' } : {}),
		}))
		.filter(
			(one) =>
				one.name.includes(filter) &&
				(!assemblies || assemblies.includes(one.assembly)) &&
				(!categories || categories.some((name) => one.categories.includes(name))),
		)
	const from = Number(args.cursor?.slice(1) ?? 0) || 0
	const next = from + args.limit
	return {
		total: tests.length,
		categories: [],
		assemblies: [],
		tests: tests.slice(from, next),
		nextCursor: next < tests.length ? `o${next}` : null,
	}
}

export async function runTests(
	bridge: Bridge,
	args: ToolArgs<'unity_tests', 'run'>,
): Promise<unknown> {
	const [one, ...others] = [
		...(args.names ?? []).map((filter) => ({ filter, filter_type: 'testName' })),
		...(args.assemblies ?? []).map((filter) => ({ filter, filter_type: 'assembly' })),
		...(args.categories ?? []).map((filter) => ({ filter, filter_type: 'category' })),
		...(args.filter === undefined ? [] : [{ filter: args.filter, filter_type: 'testName' }]),
	]
	if (others.length > 0) refuseGiven({ 'several filters': true }, ['several filters'])
	const timeout = Math.max(1, Math.floor(bridge.leftMs / 1_000) - 1)
	const answer = await bridge.run('run_tests', { mode: MODES[args.mode], ...one, timeout })
	const all = listIn(answer, 'tests', 'results', 'failures')
	const tests = all.map((one) => {
		const message = textIn(one, 'message', 'error')
		const stackTrace = textIn(one, 'stackTrace')
		return {
			name: textIn(one, 'fullName', 'name'),
			status: statusOf(textIn(one, 'status', 'result', 'outcome')),
			durationSeconds: numberIn(one, 'duration', 'durationSeconds'),
			...(message ? { message } : {}),
			...(stackTrace ? { stackTrace } : {}),
		}
	})
	const counted = (status: string): number => tests.filter((one) => one.status === status).length
	const summary = member(answer, 'summary') ?? answer
	const total = numberIn(summary, 'total', 'totalTests', 'totalCount') || tests.length
	return {
		note: noteOf(bridge),
		// Nothing that can be read as a result must look like a run without failures.
		...(total === 0 ? { asReported: answer } : {}),
		total,
		passed: numberIn(summary, 'passed', 'passedTests', 'passCount') || counted('passed'),
		failed: numberIn(summary, 'failed', 'failedTests', 'failCount') || counted('failed'),
		skipped: numberIn(summary, 'skipped', 'skippedTests', 'skipCount') || counted('skipped'),
		durationSeconds: numberIn(summary, 'duration', 'durationSeconds'),
		tests: args.include_passed ? tests : tests.filter((one) => one.status !== 'passed'),
	}
}

function statusOf(said: string): 'passed' | 'failed' | 'skipped' | 'inconclusive' {
	const plain = said.toLowerCase()
	if (plain.startsWith('pass') || plain === 'success') return 'passed'
	if (plain.startsWith('skip') || plain.startsWith('ignore')) return 'skipped'
	return plain.startsWith('inconclusive') ? 'inconclusive' : 'failed'
}
