import { expect, it } from 'vitest'
import { Driver } from '../test-project.ts'

it('says of a material that its shader is of another pipeline', async () => {
	const d = await Driver.open()
	const make = (shader: string) =>
		d.ok('unity_asset', {
			action: 'create_material',
			path: `Assets/${shader.replaceAll('/', ' ')}.mat`,
			shader,
		}).note
	expect(make('Universal Render Pipeline/Lit')).toContain('pink')
	expect([make('Standard'), make('Unlit/Color')]).toEqual([undefined, undefined])
	const change = { action: 'modify_material', path: 'Assets/Standard.mat' }
	expect(d.ok('unity_asset', { ...change, shader: 'HDRP/Lit' }).note).toContain('pink')
	expect(d.ok('unity_asset', { ...change, color: [1, 0, 0] }).note).toBeUndefined()
})
