import { describe, expect, test } from 'vitest'
import { nearest } from './likeness.ts'

describe('nearest', () => {
	const names = ['mass', 'linearDamping', 'angularDamping', 'useGravity', 'isKinematic']

	test.each([
		['Mass', 'mass'],
		['gravity', 'useGravity'],
		['kinematic', 'isKinematic'],
		['linearDampning', 'linearDamping'],
		['angular_damping', 'angularDamping'],
	])('"%s" was probably "%s"', (wanted, expected) => {
		expect(nearest(wanted, names)[0]).toBe(expected)
	})

	test('returns at most the requested number, even for one letter or none', () => {
		expect(nearest('m', names, 2)).toHaveLength(2)
		expect(nearest('', names)).toHaveLength(5)
		expect(nearest('x', [''])).toEqual([''])
		expect(nearest('mass', [])).toEqual([])
	})
})
