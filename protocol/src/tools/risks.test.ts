import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BATCH_TOOLS, permissionsOf, type Risk, toolByName, worstRisk } from './index.ts'

const page = readFileSync(new URL('../../../docs/risks.md', import.meta.url), 'utf8')

/** `tool action` → risk, of every row of the table of effects. */
function rowsOf(text: string): [string, string][] {
	return [...text.matchAll(/^\| [^|]+ \| (\w+) \| (`[^|]+) \|$/gm)].flatMap(([, risk, cell]) =>
		(cell ?? '').split(' · ').flatMap((part) => {
			const [, tool, actions = ''] = /^`(\w+)` (.+)$/.exec(part) ?? []
			return actions.split(', ').map((name): [string, string] => [`${tool} ${name}`, risk ?? ''])
		}),
	)
}

describe('docs/risks.md', () => {
	test('names no action twice, and each with the risk that it has', () => {
		const named = rowsOf(page)
		expect(new Set(named.map(([action]) => action)).size).toBe(named.length)
		expect(named.length).toBeGreaterThan(50)
		const real = named.map(([one]) => {
			const [tool = '', action = ''] = one.split(' ')
			return [one, toolByName(tool)?.actions[action]?.risk]
		})
		expect(named).toEqual(real)
	})
})

describe('the risk is that of the effect', () => {
	test('a batch needs the same approvals as its calls alone', () => {
		for (const name of BATCH_TOOLS)
			for (const [action, { examples }] of Object.entries(toolByName(name)?.actions ?? {})) {
				const args = examples[0]?.args ?? {}
				const inside = permissionsOf('unity_batch', { operations: [{ tool: name, args }] })
				expect(inside, `${name} ${action}`).toEqual(permissionsOf(name, { ...args }))
			}
	})

	test.each<[string, Record<string, unknown>]>([
		['unity_play', { action: 'enter' }],
		['unity_playtest', { steps: [{ do: 'wait', seconds: 1 }] }],
		['unity_tests', { action: 'run', mode: 'PlayMode' }],
	])("%s %j runs the project's scripts: one risk for all that do", (method, params) => {
		expect(worstRisk(permissionsOf(method, params))).toBe('write' satisfies Risk)
	})

	test('dropping unsaved changes needs approval like destruction, and no approval for scenes covers it', () => {
		const path = 'Assets/Scenes/Level2.unity'
		for (const action of ['open', 'create', 'close']) {
			const [harmless] = permissionsOf('unity_scene', { action, path })
			expect(harmless).toEqual({ tool: 'unity_scene', action, risk: 'write' })
			const [dropping] = permissionsOf('unity_scene', { action, path, if_dirty: 'discard' })
			expect(dropping).toMatchObject({ action, risk: 'destructive' })
			expect(dropping?.subject).toContain('unsaved')
		}
	})
})
