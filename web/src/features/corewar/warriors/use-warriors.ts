/** The warriors of this browser, the ones to choose from, and the files they come from and go to. */
import { LIMITS, STOCK_WARRIORS } from '@fairlead/corewar/source'
import { useEffect, useSyncExternalStore } from 'react'
import { type TextStorage, type WarriorList, WarriorStore } from './warrior-store.ts'

/** Private windows may refuse storage altogether; then the list lasts until the page closes. */
function browserStorage(): TextStorage {
	try {
		return localStorage
	} catch {
		const refuse = (): never => {
			throw new Error('No storage.')
		}
		return { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 }
	}
}

export const warriorStore = new WarriorStore(browserStorage())

export function useOwnWarriors(): WarriorList {
	useEffect(() => {
		addEventListener('storage', warriorStore.changed)
		return () => removeEventListener('storage', warriorStore.changed)
	}, [])
	return useSyncExternalStore(warriorStore.subscribe, warriorStore.list)
}

/** @returns the id; null if the list is full, which its problem says */
export function addWarrior(source: string): string | null {
	const id = crypto.randomUUID()
	return warriorStore.put(id, source, Date.now()) ? id : null
}

const EMPTY_SOURCE = `;redcode-94
;name Untitled
;author
;strategy
;assert CORESIZE >= 800

start   mov.i   start, start+1
        end     start
`

export const TEMPLATES = [
	{ name: 'Empty', kind: 'a line to begin with', source: EMPTY_SOURCE },
	...STOCK_WARRIORS,
] as const

/**
 * Adds the files of a person.
 * @returns what could not be read, a sentence each, and the last added one
 */
export async function importFiles(
	files: readonly File[],
): Promise<{ readonly added: string | null; readonly problems: readonly string[] }> {
	const problems: string[] = []
	let added: string | null = null
	for (const file of files) {
		// UTF-8 takes up to three bytes for one unit.
		if (file.size > 3 * LIMITS.sourceLength) {
			problems.push(`${file.name} is too long for a warrior.`)
			continue
		}
		try {
			const id = addWarrior(await file.text())
			if (id === null) problems.push(`${file.name} was not added. ${warriorStore.list().problem}`)
			added = id ?? added
		} catch {
			problems.push(`${file.name} could not be read.`)
		}
	}
	return { added, problems }
}
