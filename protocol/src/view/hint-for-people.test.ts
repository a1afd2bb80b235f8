import { expect, test } from 'vitest'
import { hintForPeople } from './hint-for-people.ts'

test.each([
	['Leave it first with unity_play exit.', undefined],
	['Fix them and call unity_refresh; read_console_logs shows them.', undefined],
	['Save the scene. Then call unity_scene open again.', 'Save the scene.'],
	['Close Assets/my_scene.unity in Unity first.', 'Close Assets/my_scene.unity in Unity first.'],
	['Rename my_file.cs, or leave it.', 'Rename my_file.cs, or leave it.'],
	['Call read_file.', undefined],
	['Choose another name.', 'Choose another name.'],
	[undefined, undefined],
])('of the hint “%s” a person reads “%s”', (hint, read) => {
	expect(hintForPeople(hint)).toBe(read)
})
