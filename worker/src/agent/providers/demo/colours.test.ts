import names from 'color-name'
import { describe, expect, it } from 'vitest'
import { nameOfColour } from './colours.ts'
import { colourOf } from './words.ts'

describe('nameOfColour', () => {
	it.each([
		[[1, 0, 0, 1], 'red'],
		[[1, 1, 1, 1], 'white'],
		[[0, 1, 1], 'cyan'],
		[[0.502, 0.502, 0.502], 'grey'],
		[[0, 0, 0.545], 'dark blue'],
		[[0.125, 0.698, 0.667], 'light sea green'],
		[[0.95, 0.05, 0.02], 'close to red'],
	])('%j is %s', (rgb, name) => {
		expect(nameOfColour(rgb)).toBe(name)
	})

	it('has no name for a colour far from all named ones, or brighter than white', () => {
		expect(nameOfColour([0.3, 0.9, 0.5])).toBeUndefined()
		expect(nameOfColour([4, 0, 0])).toBeUndefined()
	})

	it('uses only names that the model itself reads back as that colour', () => {
		for (const name of Object.keys(names)) {
			const rgba = colourOf(name)?.rgba ?? []
			expect(colourOf(nameOfColour(rgba) ?? '')?.rgba, name).toEqual(rgba)
		}
	})
})
