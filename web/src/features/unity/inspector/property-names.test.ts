import { expect, test } from 'vitest'
import { componentName, propertyName, shownProperties } from './property-names.ts'

test('properties have the names that Unity shows', () => {
	const names = [
		'localPosition',
		'shadowCastingMode',
		'nearClipPlane',
		'bounceIntensity',
		'allowHDR',
	]
	expect(names.map(propertyName)).toEqual([
		'Position',
		'Cast Shadows',
		'Near Clipping Plane',
		'Indirect Multiplier',
		'HDR',
	])
})

test('properties without a name in Unity are written in words, as a script’s fields are there', () => {
	const names = [
		'degreesPerSecond',
		'm_SpeedLimit',
		'_lives',
		'useHDRColors',
		'main.startSpeed',
		'x2',
	]
	expect(names.map(propertyName)).toEqual([
		'Degrees Per Second',
		'Speed Limit',
		'Lives',
		'Use HDR Colors',
		'Start Speed',
		'X2',
	])
	expect(propertyName('constructor')).toBe('Constructor')
	expect(componentName('UnityEngine.UI.GraphicRaycaster')).toBe('Graphic Raycaster')
})

test('a world position is shown only where it differs from the local one', () => {
	const [at, there] = [
		[0, 3, 0],
		[1, 3, 0],
	]
	const shown = (position: unknown) =>
		shownProperties({ localPosition: at, position }).map(([name]) => name)
	expect(shown(at)).toEqual(['localPosition'])
	expect(shown(there)).toEqual(['localPosition', 'position'])
})
