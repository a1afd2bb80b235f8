/** A client's process with nothing in it: its input and output are those of a socket. Argument: the socket's path. */
import { connect } from 'node:net'

const relay = connect(process.argv[2] ?? '')
process.stdin.on('data', (chunk) => relay.write(chunk))
relay.on('data', (chunk) => process.stdout.write(chunk))
