/**
 * The suites of the C# package run in the gate only where what they test has changed. A fresh clone has nothing to
 * compare with, so the hash of their inputs when they last passed is committed; only such a run writes it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf } from '../builds/stamps.ts'
import { SUITES } from './suites.ts'

const STAMP = join(import.meta.dirname, 'records', 'dotnet-stamp.txt')
const INPUTS = [
	'unity-package',
	'protocol',
	'simulator',
	'test/conformance',
	'examples/project-tool',
]

/** Whether nothing that they test changed since they passed. */
export async function unchanged(): Promise<boolean> {
	return (await readFile(STAMP, 'utf8').catch(() => '')).trim() === (await hashOf(INPUTS))
}

/** Remembers the inputs of a run in which the suites with these names passed, if they are all that count. */
export async function keepStamp(passed: readonly string[]): Promise<void> {
	const all = SUITES.filter(({ when }) => when === 'touched')
	if (all.every(({ name }) => passed.includes(name))) {
		await writeFile(STAMP, `${await hashOf(INPUTS)}\n`)
	}
}
