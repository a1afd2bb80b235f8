import { describe, expect, it } from 'vitest'
import { FakeEditor, Talk } from './test-kit.ts'

describe('colours', () => {
	it.each([
		['add a light that is yellow', [1, 1, 0, 1], 'I made a yellow point light'],
		['create a red point light', [1, 0, 0, 1], 'I made a red point light'],
		['create a point light and make it red', [1, 0, 0, 1], 'Point Light is red now'],
	])('%s: the light shines so', async (said, color, answer) => {
		const editor = new FakeEditor('Plane')
		expect(await new Talk(editor).say(said)).toContain(answer)
		expect(editor.named('Point Light').components.get('Light')).toEqual({ color })
		expect(editor.named('Point Light').components.has('MeshRenderer')).toBe(false)
	})

	it('colours several lights, and finds each by its colour', async () => {
		const editor = new FakeEditor()
		const talk = new Talk(editor)
		await talk.say('add two green spot lights and a red point light')
		for (const name of ['Spot Light', 'Spot Light 2'])
			expect(editor.named(name).components.get('Light')).toEqual({ color: [0, 0.502, 0, 1] })
		await talk.say('make the red light blue')
		expect(editor.named('Point Light').components.get('Light')).toEqual({ color: [0, 0, 1, 1] })
		expect(editor.named('Spot Light').components.get('Light')).toEqual({ color: [0, 0.502, 0, 1] })
	})

	it('changes the light of a scene it did not make, without giving it a surface', async () => {
		const editor = new FakeEditor('DirectionalLight')
		await new Talk(editor).say('make the DirectionalLight red')
		expect([...editor.named('DirectionalLight').components.keys()]).toEqual(['Transform', 'Light'])
	})

	it('says that a camera has no colour', async () => {
		const said = await new Talk(new FakeEditor()).say('add a red camera')
		expect(said).toContain('I made a camera')
		expect(said).toContain('I left “red” out')
	})

	it('tells which colour something has, in words and figures', async () => {
		const editor = new FakeEditor('Cube', 'PointLight', 'Camera')
		const talk = new Talk(editor)
		await talk.say('make the cube dark blue')
		expect(await talk.say('what colour is the cube?')).toBe('Cube is dark blue (0, 0, 0.55, 1).')
		expect(editor.log.at(-1)?.args).toMatchObject({ component_type: 'MeshRenderer' })
		editor.named('Cube').components.set('MeshRenderer', { 'material.color': [0.3, 0.9, 0.5, 1] })
		expect(await talk.say('what colour is it?')).toContain('no word for: (0.3, 0.9, 0.5, 1)')
		editor.named('PointLight').components.set('Light', { color: [1, 1, 0, 1] })
		expect(await talk.say('what colour is the PointLight?')).toContain('PointLight shines yellow')
		expect(await talk.say('what colour is the camera?')).toContain('so it has no colour')
	})

	it('does not guess a colour that Unity did not report', async () => {
		expect(await new Talk(new FakeEditor('Cube')).say('what colour is the cube?')).toContain(
			'Unity did not tell a colour for Cube',
		)
	})
})
