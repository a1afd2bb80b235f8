import { expect, it } from 'vitest'
import { mapsIn, namesIn, settingsFile, withMaps, withNames } from './setting-lists.ts'

/** As Unity writes it. */
const TAG_MANAGER = `%YAML 1.1
%TAG !u! tag:unity3d.com,2011:
--- !u!78 &1
TagManager:
  serializedVersion: 3
  tags:
  - Enemy
  - 'Boss: last'
  layers:
  - Default
  - TransparentFX
  - 
  m_SortingLayers:
  - name: Default
    uniqueID: 0
    locked: 0
`
const BUILD = `EditorBuildSettings:
  m_ObjectHideFlags: 0
  m_Scenes:
  - enabled: 0
    path: Assets/Old.unity
    guid: 1a1b2c3d4e5f60718293a4b5c6d7e8f9
  - enabled: 1
    path: Assets/Main.unity
    guid: 2a1b2c3d4e5f60718293a4b5c6d7e8f9
  m_configObjects: {}
`

it.each([
	['LF', TAG_MANAGER],
	['CRLF', TAG_MANAGER.replaceAll('\n', '\r\n')],
])('reads names, and changes one list alone (%s)', (_, text) => {
	expect(namesIn(text, 'tags')).toEqual(['Enemy', 'Boss: last'])
	expect(namesIn(text, 'layers')).toEqual(['Default', 'TransparentFX', ''])
	const names = ['Enemy', "Boss: last's", '# no comment', 'Räuber 2']
	const changed = withNames(text, 'tags', names)
	expect(namesIn(changed, 'tags')).toEqual(names)
	expect(namesIn(changed, 'layers')).toEqual(['Default', 'TransparentFX', ''])
	const rest = (whole: string) => whole.slice(whole.indexOf('  layers:'))
	expect(rest(changed)).toBe(rest(text))
	expect(changed.startsWith(text.slice(0, text.indexOf('  tags:')))).toBe(true)
})

it('fills an empty list, and makes one in a new file', () => {
	const empty = settingsFile('TagManager', ['tags: []', 'layers:', '- Default'])
	expect(namesIn(empty, 'tags')).toEqual([])
	const filled = withNames(empty, 'tags', ['Enemy'])
	expect(namesIn(filled, 'tags')).toEqual(['Enemy'])
	expect(namesIn(filled, 'layers')).toEqual(['Default'])
	expect(withNames(filled, 'tags', [])).toBe(empty)
	expect(namesIn(withNames(settingsFile('TagManager'), 'tags', ['A']), 'tags')).toEqual(['A'])
})

it('reads and writes the scenes of a build', () => {
	const scenes = mapsIn(BUILD, 'm_Scenes')
	expect(scenes.map((scene) => [scene.get('enabled'), scene.get('path')])).toEqual([
		['0', 'Assets/Old.unity'],
		['1', 'Assets/Main.unity'],
	])
	expect(withMaps(BUILD, 'm_Scenes', scenes)).toBe(BUILD)
	const odd = new Map([['path', "Assets/It's #1.unity"]])
	const changed = withMaps(BUILD, 'm_Scenes', [odd])
	expect(mapsIn(changed, 'm_Scenes')).toEqual([odd])
	expect(changed.endsWith('  m_configObjects: {}\n')).toBe(true)
})
