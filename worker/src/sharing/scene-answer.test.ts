import { expect, test } from 'vitest'
import { sharedSceneAnswer } from './scene-answer.ts'

test('a visitor learns what is in the scene, and no folder of the project or the desk', () => {
	const outcome = {
		status: 'ok',
		result: {
			scenes: [{ name: 'Main', path: 'Assets/Levels/Main.unity', isDirty: false }],
			gameObject: { name: 'Gun', path: '/Player/Gun', prefabAssetPath: 'Assets/Secret/Gun.prefab' },
			components: [
				{
					type: 'MeshRenderer',
					properties: {
						material: { type: 'Material', assetPath: 'Packages/com.acme.x/Red.mat' },
						note: 'from C:\\Users\\ada\\Game\\Assets\\a.png',
						dataPath: '/home/ada/Game/Assets',
						position: [0, 1.5, 0],
					},
				},
			],
		},
	}
	const text = JSON.stringify(sharedSceneAnswer(outcome))
	expect(text).not.toMatch(/Secret|Levels|com\.acme|ada|Assets\//)
	for (const shown of ['/Player/Gun', 'Gun.prefab', 'Red.mat', 'Main.unity', '[0,1.5,0]']) {
		expect(text).toContain(shown)
	}
})

test('the folder of the editor that answers is known, and cut wherever it stands', () => {
	const outcome = { status: 'ok', result: { name: 'Log', text: 'wrote /data/ada/Game/Builds/a' } }
	const shown = JSON.stringify(sharedSceneAnswer(outcome, ['/data/ada/Game']))
	expect(shown).toContain('wrote …/Builds/a')
})

test('an error keeps its code and words', () => {
	const outcome = { status: 'error', error: { code: 'not_found', message: 'No such object.' } }
	expect(sharedSceneAnswer(outcome)).toEqual(outcome)
})
