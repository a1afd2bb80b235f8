/** The kinds of projects. */
import * as z from 'zod/mini'
import { FolderKind as Folder, type FolderKind } from '../editors/editors.ts'

/** Kinds that a project is made as. Every other project has the kind of the folder that its runs work in. */
export const MadeKind = z.enum(['corewar'])
export type MadeKind = z.infer<typeof MadeKind>

export type ProjectKind = FolderKind | MadeKind
export const PROJECT_KINDS: readonly ProjectKind[] = [...Folder.options, ...MadeKind.options]
