import type { Author } from '@fairlead/protocol/people/author'

export const CHAOS: Author = {
	kind: 'session',
	id: 'usr_chaos',
	userId: 'usr_chaos',
	name: 'Chaos',
}
