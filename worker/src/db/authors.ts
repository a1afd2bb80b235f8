import type { Author } from '@fairlead/protocol/people/author'

/** An author as columns of a row. */
export const authorColumns = ({ kind, id, name }: Author) => ({
	authorKind: kind,
	authorId: id,
	authorName: name,
})
