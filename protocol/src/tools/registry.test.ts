import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { examples } from '../../test/examples.ts'
import { canonicalJson } from '../wire/calls.ts'
import { allTools, hasActions, resolveCall, TOOLS } from './index.ts'

test.each(examples)('$id: the example is a valid call', ({ tool, action, example }) => {
	const resolved = resolveCall(tool.name, example.args)
	if (!resolved.ok) throw new Error(resolved.error.message)
	expect(resolved.call.actionName).toBe(action)
	// The sent call is checked again at the other end, and must mean the same there.
	const again = resolveCall(tool.name, resolved.call.params)
	if (!again.ok) throw new Error(again.error.message)
	expect(again.call.params).toEqual(resolved.call.params)
})

test.each(examples)(
	'$id: the result is valid, and contains nothing undeclared',
	({ spec, example }) => {
		expect(spec.output.parse(example.result)).toEqual(example.result)
	},
)

describe.each(allTools)('$name', (tool) => {
	test('is in the registry under its name', () => {
		expect(TOOLS[tool.name as keyof typeof TOOLS]).toBe(tool)
	})

	test('every action has an example: other languages are tested against them', () => {
		for (const [name, spec] of Object.entries(tool.actions)) {
			expect(spec.examples.length, name).toBeGreaterThan(0)
			expect(new Set(spec.examples.map((e) => e.name)).size, name).toBe(spec.examples.length)
		}
	})

	test('actions that share an argument mean the same by it: the model sees one list of arguments', () => {
		const seen = new Map<string, { action: string; schema: string }>()
		for (const [name, spec] of Object.entries(tool.actions)) {
			const json = z.toJSONSchema(spec.input, { io: 'input' }) as { properties?: object }
			for (const [key, value] of Object.entries(json.properties ?? {})) {
				const schema = canonicalJson(withoutNull(value))
				const first = seen.get(key)
				if (first) expect(schema, `${key} of ${name} and of ${first.action}`).toBe(first.schema)
				else seen.set(key, { action: name, schema })
			}
		}
	})

	test('its labels cover every action and name only existing arguments and results', () => {
		if (!('labels' in tool)) return
		expect(Object.keys(tool.labels ?? {}).sort()).toEqual(Object.keys(tool.actions).sort())
		for (const [name, label] of Object.entries(tool.labels ?? {})) {
			const { input, output } = tool.actions[name]!
			const known = JSON.stringify([input, output].map((schema) => z.toJSONSchema(schema)))
			for (const [, place = ''] of [label.rest ?? '']
				.flat()
				.join()
				.matchAll(/\{([^}]*)\}/g))
				for (const member of place.split('.')) expect(known, place).toContain(`"${member}":`)
		}
	})

	test('a read may be repeated, and a call that may not be repeated is not a read', () => {
		for (const [name, spec] of Object.entries(tool.actions)) {
			if (spec.risk === 'read') expect(spec.replay, name).toBe('safe')
		}
	})

	test('no action declares "action" as an argument', () => {
		if (!hasActions(tool)) expect(Object.keys(tool.actions)).toEqual(['run'])
		for (const spec of Object.values(tool.actions))
			expect(spec.input.shape).not.toHaveProperty('action')
	})
})

/** One action may take null where another does not: the model reads that from the action's line. */
function withoutNull(schema: unknown): unknown {
	if (typeof schema !== 'object' || schema === null || !('anyOf' in schema)) return schema
	const { anyOf, ...rest } = schema as { anyOf: { type?: string }[] }
	const others = anyOf.filter((option) => option.type !== 'null')
	return others.length === 1 ? { ...others[0], ...rest } : schema
}

test('defaults are filled in before the call is hashed', () => {
	const resolved = resolveCall('unity_query', { action: 'hierarchy' })
	expect(resolved).toMatchObject({
		ok: true,
		call: { params: { action: 'hierarchy', max_depth: 2, limit: 50 } },
	})
})
