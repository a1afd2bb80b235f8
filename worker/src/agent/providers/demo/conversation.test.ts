import { describe, expect, it } from 'vitest'
import { MAX_STEPS, nextStep } from './plan.ts'
import { FakeEditor, Talk } from './test-kit.ts'

const names = (editor: FakeEditor) =>
	editor.log.map(({ name, args }) => [name, args['action']].filter(Boolean).join(' '))

describe('the main job', () => {
	it('makes a red cube above the floor, lets it fall and tells where it landed', async () => {
		const editor = new FakeEditor('Camera', 'DirectionalLight', 'Plane')
		const said = await new Talk(editor).say('make a red cube above the floor and let it fall')
		expect(names(editor)).toEqual([
			'unity_query hierarchy',
			'unity_query inspect_object',
			'unity_hierarchy create',
			'unity_component configure',
			'unity_component configure',
			'unity_play enter',
			'unity_screenshot game',
			'unity_query inspect_object',
			'unity_query inspect_object',
			'unity_play exit',
		])
		expect(editor.log[2]?.args).toMatchObject({
			name: 'Cube',
			primitive_type: 'Cube',
			position: [0, 3, 0],
		})
		expect(editor.named('Cube').components.get('MeshRenderer')).toEqual({
			'material.color': [1, 0, 0, 1],
		})
		expect(editor.named('Cube').components.has('Rigidbody')).toBe(true)
		expect(editor.log[5]?.args).toMatchObject({ wait_seconds: 2 })
		expect(editor.playing).toBe(false)
		expect(said).toMatch(/^I am Fairlead’s demo model: no AI/)
		expect(said).toContain('The cube came to rest on the floor at y = 0.5.')
		expect(said).toContain('I left play mode')
	})

	it('makes nothing inside what it made before', async () => {
		const editor = new FakeEditor('Plane')
		const talk = new Talk(editor)
		await talk.say('make a red cube above the floor')
		await talk.say('make three blue spheres above the floor in a row')
		const places = ['Cube', 'Sphere', 'Sphere 2', 'Sphere 3'].map((name) =>
			String(editor.named(name).position),
		)
		expect(new Set(places).size).toBe(4)
	})

	it('sets no colour that is so already', async () => {
		const editor = new FakeEditor('Plane')
		await new Talk(editor).say('make a white capsule')
		expect(names(editor)).toEqual([
			'unity_query hierarchy',
			'unity_hierarchy create',
			'unity_query inspect_object',
		])
	})

	it('makes a floor if there is none', async () => {
		const editor = new FakeEditor('Camera')
		expect(await new Talk(editor).say('make a red cube above the floor and let it fall')).toContain(
			'no floor yet',
		)
		expect(editor.names).toEqual(['Camera', 'Floor', 'Cube'])
	})

	it('leaves play mode also when the picture fails', async () => {
		const editor = new FakeEditor('Plane', 'Cube')
		editor.intercept = (name) =>
			name === 'unity_screenshot'
				? { error: { code: 'unsupported', message: 'No camera.' } }
				: undefined
		expect(await new Talk(editor).say('let the cube fall')).toContain('could not take a picture')
		expect(editor.playing).toBe(false)
	})
})

describe('the demo model’s account of what happened', () => {
	const DENIED = { error: { code: 'denied', message: 'The user denied this call.' } }

	it('says how many of several it made, and how many were denied', async () => {
		const editor = new FakeEditor('Plane')
		editor.intercept = (_, args) => (args['name'] === 'Cube 2' ? DENIED : undefined)
		const said = await new Talk(editor).say('make three green cubes in a row')
		expect(editor.names).toEqual(['Floor', 'Cube', 'Cube 3'])
		expect(said).toContain(
			'I could create 3 cubes only in part: 2 of 3 are done, 1 you denied. I leave the rest',
		)
	})

	it('says of one that was denied what it is', async () => {
		const editor = new FakeEditor('Plane')
		editor.intercept = (_, args) => (args['action'] === 'create' ? DENIED : undefined)
		expect(await new Talk(editor).say('make a sphere')).toContain(
			'I was not allowed to create a sphere.',
		)
	})

	it('says why others failed', async () => {
		const editor = new FakeEditor('Plane')
		editor.intercept = (_, args) =>
			args['name'] === 'Cube 2'
				? DENIED
				: args['name'] === 'Cube 3'
					? { error: { code: 'internal', message: 'Something broke' } }
					: undefined
		expect(await new Talk(editor).say('make three cubes in a row')).toContain(
			'1 of 3 are done, 1 you denied, 1 failed. Something broke.',
		)
	})

	/** Each look at it finds it deeper. */
	const bottomless = (editor: FakeEditor, name: string) => {
		editor.intercept = (tool, args) => {
			const thing = editor.named(name)
			if (tool === 'unity_query' && args['action'] === 'inspect_object' && editor.playing)
				thing.position = [0, (thing.position[1] ?? 0) - 20, 0]
			return undefined
		}
	}

	it.each(['Floor', 'Cube'])(
		'never says of %s that it came to rest while it falls',
		async (name) => {
			const editor = new FakeEditor('Plane', 'Cube')
			bottomless(editor, name)
			const said = await new Talk(editor).say(`let the ${name.toLowerCase()} fall`)
			expect(said).toMatch(
				new RegExp(`The ${name.toLowerCase()} was at y = -[\\d.]+ after 2 seconds`),
			)
			expect(said).not.toContain('came to rest')
			expect(editor.playing).toBe(false)
		},
	)
})

describe('the demo model’s reading of a request', () => {
	it('takes "it" and "them" for what was made before', async () => {
		const editor = new FakeEditor('Plane')
		const talk = new Talk(editor)
		await talk.say('three blue spheres in a row')
		expect(editor.names).toEqual(['Floor', 'Sphere', 'Sphere 2', 'Sphere 3'])
		for (const name of editor.names.slice(1))
			expect(editor.named(name).components.get('MeshRenderer')).toEqual({
				'material.color': [0, 0, 1, 1],
			})
		await talk.say('create a dark green cube named Box at 0 1 4')
		expect(editor.named('Box').position).toEqual([0, 1, 4])
		expect(editor.named('Box').components.get('MeshRenderer')).toEqual({
			'material.color': [0, 0.392, 0, 1],
		})
		await talk.say('describe the scene')
		await talk.say('write a script that rotates it')
		expect(editor.named('Box').components.has('Rotator')).toBe(true)
		await talk.say('delete it')
		expect(editor.names).not.toContain('Box')
		await talk.say('make two cubes in a row, then delete them')
		expect(editor.names).toEqual(['Floor', 'Sphere', 'Sphere 2', 'Sphere 3'])
	})

	it('takes nothing for it that a turn did not make, because it was denied or stopped', async () => {
		const editor = new FakeEditor('Plane')
		const talk = new Talk(editor)
		await talk.say('create a cube')
		editor.intercept = (_, args) =>
			args['action'] === 'create' ? { error: { code: 'denied', message: 'No.' } } : undefined
		await talk.say('create a sphere')
		expect(await talk.say('delete it')).toContain('do not know which object you mean')
		expect(editor.names).toEqual(['Floor', 'Cube'])
	})

	it('takes nothing for it after another model answered', async () => {
		const editor = new FakeEditor('Plane')
		const talk = new Talk(editor)
		await talk.say('create a cube')
		const call = { type: 'tool-call', callId: 'x', name: 'unity_undo', input: {} } as const
		talk.messages.push(
			{ role: 'user', parts: [{ type: 'text', text: 'describe the scene' }] },
			{ role: 'assistant', parts: [call] },
		)
		expect(await talk.say('delete it')).toContain('do not know which object you mean')
	})

	it('says so where what "it" means was taken back since', async () => {
		const editor = new FakeEditor('Plane')
		const talk = new Talk(editor)
		await talk.say('create a cube')
		editor.things.delete(editor.named('Cube').id)
		expect(await talk.say('let it fall')).toContain('There is no /Cube')
		expect(editor.playing).toBe(false)
	})

	it('makes nothing of a colour that it does not know', async () => {
		const editor = new FakeEditor('Plane')
		expect(await new Talk(editor).say('make an ugly cube')).toContain('the colour “ugly”')
		expect(editor.names).toEqual(['Floor'])
	})

	it('names the paths where several objects could be meant, and takes one of them', async () => {
		const editor = new FakeEditor('Cube', 'Empty')
		const inside = editor.add('Cube', 'Cube')
		inside.parentId = editor.named('Empty').id
		const talk = new Talk(editor)
		expect(await talk.say('delete the cube')).toContain(
			'2 objects could be “cube”: /Cube and /Empty/Cube',
		)
		await talk.say('delete /Empty/Cube')
		expect(editor.things.has(inside.id)).toBe(false)
		expect(editor.names).toEqual(['Cube', 'Empty'])
	})

	it('touches none of several objects with one path, and all of them where that is said', async () => {
		const editor = new FakeEditor('Cube', 'Cube')
		const talk = new Talk(editor)
		expect(await talk.say('delete the cube')).toContain('some have the same path')
		expect(editor.names).toHaveLength(2)
		await talk.say('delete all cubes')
		expect(editor.names).toHaveLength(0)
	})

	it.each(['create 1000 cubes', 'create -3 cubes', 'create 0 cubes'])(
		'%s: makes none, and says how many it makes',
		async (said) => {
			const editor = new FakeEditor('Plane')
			expect(await new Talk(editor).say(said)).toContain('1 to 50 objects')
			expect(editor.names).toEqual(['Floor'])
		},
	)

	it('offers near matches for an unknown name', async () => {
		const editor = new FakeEditor('Camera', 'Cube')
		expect(await new Talk(editor).say('delete the cuube')).toContain('Did you mean “Cube”')
		const unlike = await new Talk(editor).say('delete the dragon')
		expect(unlike).toContain('Say “describe the scene”')
		expect(unlike).not.toContain('Did you mean')
		expect(editor.names).toContain('Cube')
	})

	it.each([
		['spin the cube around', 'write a script that rotates the cube'],
		['which objects exist?', 'describe the scene', 'Models and keys'],
		['drop something heavy', 'let the cube fall'],
		['remove that ugly thing', 'delete the cube'],
		['write me a poem', 'write a script that rotates the cube', 'add the key of its provider'],
	])('offers what is nearest to “%s”', async (said, ...offered) => {
		const editor = new FakeEditor('Cube')
		const answer = await new Talk(editor).say(said)
		expect(answer).toContain('did not understand')
		for (const words of offered) expect(answer).toContain(words)
		expect(editor.log).toEqual([])
	})
})

describe('the demo model with scripts', () => {
	it('writes, compiles and attaches one', async () => {
		const editor = new FakeEditor('Cube')
		const said = await new Talk(editor).say('write a script that rotates the cube')
		expect(names(editor)).toEqual([
			'unity_query hierarchy',
			'list_directory',
			'write_file',
			'unity_refresh',
			'unity_component configure',
		])
		expect(editor.named('Cube').components.get('Rotator')).toEqual({ degreesPerSecond: [0, 90, 0] })
		expect(said).toContain('Cube now has the script Rotator')
		expect(said).toContain(
			'except in the simulated editor, which checks scripts but does not run them',
		)
	})

	it('reports a compile error with file and line, repairs it and attaches', async () => {
		const editor = new FakeEditor('Cube')
		const said = await new Talk(editor).say(
			'write a broken script that rotates the cube, fix it and attach it',
		)
		expect(said).toContain('Assets/Scripts/Rotator.cs line 5: ; expected (CS1002)')
		expect(names(editor).slice(2)).toEqual([
			'write_file',
			'unity_refresh',
			'read_file',
			'edit_file',
			'unity_refresh',
			'unity_component configure',
		])
		expect(editor.files.get('Assets/Scripts/Rotator.cs')).toContain('new Vector3(0, 90, 0);')
		expect(editor.named('Cube').components.has('Rotator')).toBe(true)
	})

	it('does not overwrite a script of the user', async () => {
		const editor = new FakeEditor('Cube')
		editor.files.set('Assets/Scripts/Rotator.cs', 'mine')
		await new Talk(editor).say('write a script that rotates the cube')
		expect(editor.files.get('Assets/Scripts/Rotator.cs')).toBe('mine')
		expect(editor.named('Cube').components.has('Rotator2')).toBe(true)
	})

	it('leaves errors of other files to the user', async () => {
		const editor = new FakeEditor('Cube')
		editor.files.set('Assets/Other.cs', 'public int x = 1')
		const said = await new Talk(editor).say('write a script that rotates the cube')
		expect(said).toContain('Assets/Other.cs line 1')
		expect(names(editor).at(-1)).toBe('unity_refresh')
	})

	it('gives up on an error that does not go away', async () => {
		const editor = new FakeEditor('Cube')
		editor.intercept = (name) =>
			name === 'edit_file'
				? {
						result: {
							path: 'x',
							created: false,
							bytes: 1,
							sha256: '0'.repeat(64),
							diff: '',
							replacements: 1,
						},
					}
				: undefined
		expect(await new Talk(editor).say('write a broken script that rotates the cube')).toContain(
			'I stop here',
		)
	})
})

describe('the demo model at the editor', () => {
	it.each([
		['describe the scene', 'has 2 objects'],
		['what is in the scene?', 'has 2 objects'],
		['take a screenshot', 'the game view'],
		['show me the errors in the console', '- Boom'],
		['undo that', 'I undid “Create Cube”'],
		['save the scene', 'Assets/Main.unity'],
		['press play', 'It is playing'],
		['play, then stop', 'Nothing is playing now'],
		['what is in this scene?', 'has 2 objects'],
		['help', 'let the cube fall'],
		['hi', 'Hello!'],
	])('%s', async (said, answer) => {
		expect(await new Talk(new FakeEditor('Cube', 'Plane')).say(said)).toContain(answer)
	})

	it('introduces itself once', async () => {
		const talk = new Talk(new FakeEditor())
		expect(await talk.say('hi')).toContain('no AI')
		expect(await talk.say('describe the scene')).not.toContain('no AI')
	})

	it('does what it understood before it says what it did not', async () => {
		const editor = new FakeEditor()
		const said = await new Talk(editor).say('create a cube and then sing a song')
		expect(editor.names).toEqual(['Cube'])
		expect(said).toContain('I did not understand “sing a song”')
	})
})

describe('the demo model after a failure', () => {
	it('tells which of several properties was not set', async () => {
		const editor = new FakeEditor('Cube')
		const head = {
			componentId: '1',
			componentType: 'Rigidbody',
			gameObjectId: '1000',
			gameObjectName: 'Cube',
			added: true,
		}
		const results = [
			{ property: 'useGravity', success: true },
			{ property: 'isKinematic', success: false, error: 'It is read-only.' },
		]
		editor.intercept = (name) =>
			name === 'unity_component'
				? { result: { ...head, results, successCount: 1, failCount: 1 } }
				: undefined
		expect(await new Talk(editor).say('let the cube fall')).toContain(
			'isKinematic was not set: It is read-only.',
		)
	})

	it('looks again after a reload gave every object a new id', async () => {
		const editor = new FakeEditor('Cube')
		editor.intercept = (name) => {
			if (name === 'unity_refresh') {
				const cube = editor.named('Cube')
				editor.things.delete(cube.id)
				editor.things.set('77', { ...cube, id: '77' })
			}
			return undefined
		}
		await new Talk(editor).say('write a script that rotates the cube and then delete the cube')
		expect(editor.names).toEqual([])
	})

	it('never takes a cut hierarchy for an empty scene', () => {
		const call = { type: 'tool-call', callId: 'a', name: 'unity_query', input: {} } as const
		const text = '{"objects":[{"instanceId":"7","name":"Cube","path":"/Cube","act\n[cut: 900 more]'
		const content = [{ type: 'text', text }] as const
		const step = nextStep(
			[
				{ role: 'user', parts: [{ type: 'text', text: 'describe the scene' }] },
				{ role: 'assistant', parts: [call] },
				{
					role: 'user',
					parts: [{ type: 'tool-result', callId: 'a', name: call.name, content, isError: false }],
				},
			],
			new Set(),
		)
		expect(step.text).toContain('too long for me to read')
	})

	it.each([
		['no_editor', 'npm run fairlead -- simulate'],
		['denied', 'I was not allowed to'],
		['cancelled', 'I stopped before'],
		['effect_unknown', 'may or may not'],
		['modal_dialog', 'did not respond'],
		['internal', 'Something broke.'],
	])('%s ends the turn with words and without another try', async (code, words) => {
		const editor = new FakeEditor('Cube')
		editor.intercept = () => ({ error: { code, message: 'Something broke' } })
		expect(await new Talk(editor).say('create a cube and let it fall')).toContain(words)
		expect(editor.log).toHaveLength(1)
	})

	it('says which tool is missing', () => {
		const messages = [{ role: 'user', parts: [{ type: 'text', text: 'undo' }] }] as const
		expect(nextStep(messages, new Set(['unity_query'])).text).toContain('unity_undo')
	})

	it('ends after a bounded number of steps', async () => {
		const editor = new FakeEditor('Cube')
		const many = Array.from({ length: MAX_STEPS }, () => 'undo').join(' then ')
		expect(await new Talk(editor).say(many)).toContain(`after ${MAX_STEPS} steps`)
	})
})
