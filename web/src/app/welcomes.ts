/** The welcome of an empty conversation, by kind of project: the pack that leads it. */
import type { ProjectKind } from '@fairlead/protocol/packs/kind'
import { WELCOME as CORE_WAR } from '../features/corewar/welcome.ts'
import { WELCOME as FILES } from '../features/files/welcome.ts'
import { WELCOME as UNITY } from '../features/unity/welcome.ts'
import type { Welcome } from '../run/packs.ts'

export const WELCOMES: Readonly<Record<ProjectKind, Welcome>> = {
	unity: UNITY,
	plain: FILES,
	corewar: CORE_WAR,
}
