/** Scripts in the project's folder, written as an IDE would: behind the editor's back. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Desk } from './desk.ts'

export function writeScript(desk: Desk, name: string, text: string): void {
	const file = join(desk.project, 'Assets', 'Scripts', `${name}.cs`)
	mkdirSync(dirname(file), { recursive: true })
	writeFileSync(file, text)
}
