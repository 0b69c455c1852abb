import { type Command, Option } from 'commander';
import type { DoctorOptions } from '#cli/commands/doctor.ts';
import { addExamples } from './options.ts';
import type { Run } from './runner.ts';

/** For commands that handle signals themselves and shut down gracefully. */
const HANDLES_SHUTDOWN = 'handles shutdown';

/** Adds `laurel serve`, `worker`, `demo`, `doctor`, and `dev`. */
export function addServerCommands(program: Command, run: Run): void {
  addExamples(
    program
      .command('serve')
      .description('serve the built application, configured by environment variables and .env')
      .action(run(async () => (await import('#cli/commands/serve.ts')).serve(), HANDLES_SHUTDOWN)),
    'laurel serve',
    'PORT=8080 laurel serve',
  );
  addExamples(
    program
      .command('worker')
      .description('send queued emails, alongside the servers or in place of those with OUTBOX_WORKER=off')
      .action(run(async () => (await import('#cli/commands/worker.ts')).worker(), HANDLES_SHUTDOWN)),
    'laurel worker',
    'MAIL_RATE=10 laurel worker',
  );
  addExamples(
    program
      .command('demo')
      .description('try out Laurel with its own database and sample data')
      .action(run(async () => (await import('#cli/commands/demo.ts')).demo(), HANDLES_SHUTDOWN)),
    'laurel demo',
  );
  addExamples(
    program
      .command('doctor')
      .description(
        'check the settings, database, grants, workers, backups, mail server, certificates, clock, and disk, and explain how to fix problems',
      )
      .addOption(
        new Option('--fail-on <state>', 'exit with 1 if a check has this state or a worse one')
          .choices(['warning', 'failed'])
          .default('failed'),
      )
      .action(
        run(async (context, options: DoctorOptions) =>
          (await import('#cli/commands/doctor.ts')).doctor(context, options),
        ),
      ),
    'laurel doctor',
    'laurel doctor --fail-on warning --quiet > /dev/null || echo "Run laurel doctor"',
    'laurel doctor --format json | jq -r \'.[] | select(.state == "failed") | .message\'',
  );
  addExamples(
    program
      .command('dev', { hidden: true })
      .description('serve the source code with hot reload')
      .action(run(async () => (await import('#cli/commands/dev.ts')).dev(), HANDLES_SHUTDOWN)),
    'laurel dev',
  );
}
