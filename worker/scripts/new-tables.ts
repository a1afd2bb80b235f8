/** Prints the statements that make the tables of a new Conversation object, as all migrations leave them. */
import { DatabaseSync } from 'node:sqlite'
import { CONVERSATION_TABLES } from '../src/conversations/storage/schema.ts'

const literal = (value: unknown): string =>
	typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const db = new DatabaseSync(':memory:')
for (const statement of CONVERSATION_TABLES.flat()) db.exec(statement)
const made = db
	.prepare(`SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'`)
	.all()
const statements = made.map(({ sql }) => String(sql))
// Migrations also leave rows in an empty object.
for (const { name } of made.filter(({ type }) => type === 'table')) {
	for (const row of db.prepare(`SELECT * FROM "${name}"`).all()) {
		const [columns, values] = [Object.keys(row), Object.values(row).map(literal)]
		statements.push(`INSERT INTO ${name} (${columns.join(', ')}) VALUES (${values.join(', ')})`)
	}
}
process.stdout.write(`${JSON.stringify(statements, null, '\t')}\n`)
