/** What an empty conversation says, by kind of project: the pack that leads it. */
import type { FolderKind } from '@fairlead/protocol/editors'
import { WELCOME as FILES } from '../features/files/welcome.ts'
import { WELCOME as UNITY } from '../features/unity/welcome.ts'
import type { Welcome } from '../run/packs.ts'

export const WELCOMES: Readonly<Record<FolderKind, Welcome>> = { unity: UNITY, plain: FILES }
