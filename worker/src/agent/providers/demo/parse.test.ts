import { describe, expect, it } from 'vitest'
import { parse } from './parse.ts'

const it_ = { kind: 'it' }
const named = (name: string, more: object = {}) => ({ kind: 'named', name, plural: false, ...more })
const cube = named('cube')
const red = { name: 'red', rgba: [1, 0, 0, 1] }
const blue = { name: 'blue', rgba: [0, 0, 1, 1] }
const make = (label: string, more: object = {}) => ({ kind: 'create', spec: { label, ...more } })
const relative = (relation: string, anchor: object, more: object = {}) => ({
	kind: 'relative',
	relation,
	anchor,
	...more,
})

/** One row per utterance: the text and its intents. Objects match partially. */
const UTTERANCES: ReadonlyArray<readonly [said: string, ...intents: object[]]> = [
	// the main job
	[
		'make a red cube above the floor and let it fall',
		make('Cube', { colour: red, place: relative('above', named('floor')) }),
		{ kind: 'physics', effect: 'fall', target: it_ },
	],
	['Please create a cube.', make('Cube', { count: 1 })],
	['a cube', make('Cube')],
	['three blue spheres in a row', make('Sphere', { count: 3, colour: blue, arrangement: 'row' })],
	['create 4 cylinders in a circle', make('Cylinder', { count: 4, arrangement: 'circle' })],
	['stack five boxes: no', { kind: 'unknown' }],
	['build a tower', { kind: 'unknown' }],
	['make five cubes in a stack', make('Cube', { count: 5, arrangement: 'stack' })],
	['add a capsule at 0 3 0', make('Capsule', { place: { kind: 'at', position: [0, 3, 0] } })],
	[
		'add a capsule at (1, 2.5, -3)',
		make('Capsule', { place: { kind: 'at', position: [1, 2.5, -3] } }),
	],
	[
		'put a small green ball on top of the cube',
		make('Sphere', {
			scale: [0.5, 0.5, 0.5],
			colour: { name: 'green' },
			place: relative('on', cube),
		}),
	],
	[
		'place a dark blue cylinder 2 units left of the cube',
		make('Cylinder', {
			colour: { name: 'dark blue', rgba: [0, 0, 0.545, 1] },
			place: relative('left', cube, { distance: 2 }),
		}),
	],
	[
		'create a light red sphere next to the cube',
		make('Sphere', { colour: { name: 'light red' }, place: relative('right', cube) }),
	],
	['spawn a huge plane', make('Plane', { scale: [4, 4, 4] })],
	[
		'create a quad called Sign behind the cube',
		make('Quad', { name: 'Sign', place: relative('behind', cube) }),
	],
	['create an empty game object named "Level Root"', make('GameObject', { name: 'Level Root' })],
	['add a point light', make('Point Light')],
	['add a light that is yellow', make('Point Light', { colour: { name: 'yellow' } })],
	['create a red point light', make('Point Light', { colour: red })],
	['add a camera at 0 5 -10', make('Camera', { place: { kind: 'at', position: [0, 5, -10] } })],
	['make a floor', make('Floor', { primitive: 'Plane' })],
	['make a #ff8800 cube', make('Cube', { colour: { rgba: [1, 0.533, 0, 1] } })],
	['create a cube with a rigidbody', make('Cube', { components: ['Rigidbody'] })],
	['create a cube of size 2 2 1', make('Cube', { scale: [2, 2, 1] })],
	['a red cube and a blue sphere', make('Cube', { colour: red })],
	['create a red cube, a blue sphere', make('Cube')],
	['create 10 cubes in a row, 2 units apart', make('Cube', { count: 10, spacing: 2 })],
	[
		'make a spinning red cube',
		make('Cube', { colour: red }),
		{ kind: 'script', behaviour: 'rotate', target: it_ },
	],
	// looking
	['how many objects are there?', { kind: 'describe' }],
	['describe the scene', { kind: 'describe' }],
	["What's in the scene?", { kind: 'describe' }],
	['What is in this scene?', { kind: 'describe' }],
	['list the objects', { kind: 'describe' }],
	['show me the hierarchy', { kind: 'describe' }],
	['where is the cube?', { kind: 'describe', target: cube }],
	['tell me about it', { kind: 'describe', target: it_ }],
	['what colour is the cube?', { kind: 'ask-colour', target: cube }],
	['Which color is it now?', { kind: 'ask-colour', target: it_ }],
	['what colour does the cube have?', { kind: 'ask-colour', target: cube }],
	["what's the color of the cube", { kind: 'ask-colour', target: cube }],
	["what's its colour?", { kind: 'ask-colour', target: it_ }],
	["what is the cube's colour?", { kind: 'ask-colour', target: cube }],
	// changing
	['make it blue', { kind: 'colour', target: it_, colour: blue }],
	[
		'paint the cube light sea green',
		{ kind: 'colour', target: cube, colour: { name: 'light sea green' } },
	],
	[
		'change the colour of the cube to dark red',
		{ kind: 'colour', target: cube, colour: { name: 'dark red' } },
	],
	["set the cube's color to red", { kind: 'colour', target: cube, colour: red }],
	[
		'make all spheres red',
		{ kind: 'colour', target: named('sphere', { plural: true }), colour: red },
	],
	[
		'color the red cube and the sphere blue',
		{ kind: 'colour', target: { kind: 'list' }, colour: blue },
	],
	['move the cube up 2', { kind: 'move', target: cube, by: [0, 2, 0] }],
	['move it 3 units to the left', { kind: 'move', target: it_, by: [-3, 0, 0] }],
	['raise the cube by two units', { kind: 'move', by: [0, 2, 0] }],
	['lower it by one unit', { kind: 'move', by: [0, -1, 0] }],
	['move the cube to 1 2 3', { kind: 'move', place: { kind: 'at', position: [1, 2, 3] } }],
	[
		'put it on top of the sphere',
		{ kind: 'move', target: it_, place: relative('on', named('sphere')) },
	],
	['move the sphere next to the cube', { kind: 'move', place: relative('right', cube) }],
	['rotate the cube by 45 degrees', { kind: 'rotate', target: cube, by: [0, 45, 0] }],
	['rotate it 90 degrees around the x axis', { kind: 'rotate', by: [90, 0, 0] }],
	['make it twice as big', { kind: 'scale', target: it_, factor: [2, 2, 2] }],
	['make the cube three times bigger', { kind: 'scale', target: cube, factor: [3, 3, 3] }],
	['make the cube smaller', { kind: 'scale', factor: [0.5, 0.5, 0.5] }],
	['make it taller', { kind: 'scale', factor: [1, 1.5, 1] }],
	['scale the cube to 1 2 1', { kind: 'scale', to: [1, 2, 1] }],
	['double its size', { kind: 'scale' }],
	['rename the cube to Crate', { kind: 'rename', target: cube, name: 'Crate' }],
	['call it "Big Box"', { kind: 'rename', target: it_, name: 'Big Box' }],
	['delete the cube', { kind: 'delete', target: cube }],
	['remove all cubes', { kind: 'delete', target: named('cube', { plural: true }) }],
	[
		'delete the cube and the sphere',
		{ kind: 'delete', target: { kind: 'list', items: [cube, named('sphere')] } },
	],
	['duplicate it', { kind: 'duplicate', target: it_, count: 1 }],
	['copy the cube three times', { kind: 'duplicate', target: cube, count: 3 }],
	['make two copies of the cube', { kind: 'duplicate', count: 2 }],
	['parent the sphere under the cube', { kind: 'parent', target: named('sphere'), parent: cube }],
	['make the sphere a child of the cube', { kind: 'parent', parent: cube }],
	['unparent the sphere', { kind: 'parent', parent: null }],
	['hide the cube', { kind: 'active', active: false }],
	['show it again', { kind: 'screenshot' }],
	// physics and components
	['let the cube fall', { kind: 'physics', effect: 'fall', target: cube }],
	['drop it', { kind: 'physics', effect: 'fall', target: it_ }],
	['add physics to the cube', { kind: 'physics', effect: 'add', target: cube }],
	['make it heavy', { kind: 'physics', effect: 'mass', mass: 10 }],
	['give the cube a mass of 5', { kind: 'physics', effect: 'mass', mass: 5 }],
	['remove the rigidbody from the cube', { kind: 'physics', effect: 'remove' }],
	['add an audio source to the cube', { kind: 'component', type: 'AudioSource', target: cube }],
	['add Rotator to the cube', { kind: 'component', type: 'Rotator', target: cube }],
	['attach the Rotator script to it', { kind: 'component', type: 'Rotator', target: it_ }],
	['attach the door to the wall', { kind: 'parent', target: named('door'), parent: named('wall') }],
	['put the cube next to the sphere', { kind: 'move', place: relative('right', named('sphere')) }],
	// scripts
	[
		'write a script that rotates the cube',
		{ kind: 'script', behaviour: 'rotate', target: cube, broken: false },
	],
	[
		'write a script called Spin that spins the cube around the x axis',
		{ kind: 'script', behaviour: 'rotate', name: 'Spin', axis: 'x', target: cube },
	],
	['make the cube move back and forth', { kind: 'script', behaviour: 'oscillate', target: cube }],
	['make it bounce', { kind: 'script', behaviour: 'bounce', target: it_ }],
	['make the sphere spin', { kind: 'script', behaviour: 'rotate', target: named('sphere') }],
	['write a broken script that rotates the cube', { kind: 'script', broken: true, target: cube }],
	[
		'write a script with a mistake that spins the cube, fix it and attach it',
		{ kind: 'script', broken: true, target: cube },
	],
	[
		'create a script that moves something up and down and attach it to the sphere',
		{ kind: 'script', behaviour: 'oscillate', axis: 'y', target: named('sphere') },
	],
	// the editor
	['play', { kind: 'play', seconds: 2 }],
	['play for 5 seconds', { kind: 'play', seconds: 5 }],
	['stop', { kind: 'stop' }],
	['wait 3 seconds', { kind: 'wait', seconds: 3 }],
	['take a screenshot', { kind: 'screenshot', view: 'game' }],
	['show me', { kind: 'screenshot', view: 'game' }],
	['take a picture of the cube', { kind: 'screenshot', view: 'scene', target: cube }],
	['are there any errors?', { kind: 'console', filter: 'errors' }],
	['show the console', { kind: 'console', filter: 'all' }],
	['undo', { kind: 'undo', steps: 1 }],
	['oops, undo that', { kind: 'undo', steps: 1 }],
	['Oops! Undo that.', { kind: 'undo', steps: 1 }],
	['oh no, please undo the last change', { kind: 'undo', steps: 1 }],
	['please undo', { kind: 'undo', steps: 1 }],
	['please, undo that', { kind: 'undo', steps: 1 }],
	['undo the last thing', { kind: 'undo', steps: 1 }],
	['undo what you just did', { kind: 'undo', steps: 1 }],
	['oops', { kind: 'unknown' }],
	['undo the last 3 steps', { kind: 'undo', steps: 3 }],
	['redo that', { kind: 'redo', steps: 1 }],
	['save the scene', { kind: 'save' }],
	['save it as Main', { kind: 'save', path: 'Assets/Scenes/Main.unity' }],
	[
		'save the scene as "Assets/Levels/One.unity"',
		{ kind: 'save', path: 'Assets/Levels/One.unity' },
	],
	['compile', { kind: 'compile' }],
	// the conversation
	['help', { kind: 'help' }],
	['what can you do?', { kind: 'help' }],
	['which tools do you have?', { kind: 'help' }],
	['hello', { kind: 'greeting' }],
	['thanks!', { kind: 'thanks' }],
	['the second one', { kind: 'answer', target: { kind: 'ordinal', index: 1 } }],
	['/Room/Cube', { kind: 'answer', target: named('/Room/Cube') }],
	['write me a poem about the sea', { kind: 'unknown' }],
	['write a script that makes the cube spin', { kind: 'script', target: cube }],
	['write a script Spin.cs that rotates the cube', { kind: 'script', name: 'Spin', target: cube }],
	['turn the cube blue', { kind: 'colour', target: cube, colour: blue }],
	['make the cube light blue', { kind: 'colour', target: cube, colour: { name: 'light blue' } }],
	['make the point light blue', { kind: 'colour', target: named('point light'), colour: blue }],
	[
		'make the red light blue',
		{ kind: 'colour', target: named('light', { colour: 'red' }), colour: blue },
	],
	['make the light red', { kind: 'colour', target: named('light'), colour: red }],
	[
		'set the position of the cube to 1 2 3',
		{ kind: 'move', target: cube, place: { kind: 'at', position: [1, 2, 3] } },
	],
	['make it bigger and blue', { kind: 'scale', target: it_ }, { kind: 'colour', target: it_ }],
	// several clauses
	[
		'make it green and twice as big',
		{ kind: 'colour', target: it_ },
		{ kind: 'scale', target: it_, factor: [2, 2, 2] },
	],
	[
		'move the cube up 2 and left 1',
		{ kind: 'move', by: [0, 2, 0] },
		{ kind: 'move', target: cube, by: [-1, 0, 0] },
	],
	[
		'create a cube then make it red, move it up 2 and take a screenshot',
		make('Cube'),
		{ kind: 'colour' },
		{ kind: 'move' },
		{ kind: 'screenshot' },
	],
	[
		'Could you delete everything? Then create a sphere named Moon at 0 5 0.',
		{ kind: 'delete', target: { kind: 'everything' } },
		make('Sphere', { name: 'Moon' }),
	],
]

describe('parse', () => {
	it.each(UTTERANCES.map(([said, ...intents]) => ({ said, intents })))(
		'$said',
		({ said, intents }) => {
			expect(parse(said).slice(0, Math.max(1, intents.length))).toMatchObject(intents)
		},
	)

	it('takes each clause of a list of objects to make', () => {
		expect(parse('create a red cube, a blue sphere and a floor')).toMatchObject([
			make('Cube'),
			make('Sphere'),
			make('Floor'),
		])
	})

	it('never throws, whatever is typed', () => {
		for (const said of [
			'',
			'   ',
			'"',
			'((((',
			'make',
			'the',
			'and and then',
			'move it',
			'\\',
			'a '.repeat(2_000),
		]) {
			expect(parse(said).length).toBeGreaterThan(0)
		}
	})
})
