import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander';

/** Accepts choices in any case, and rejects repeated single-value options, where Commander drops the first value. */
export function checkOptions(command: Command): void {
  for (const option of command.options) {
    acceptAnyCase(option);
    refuseSecondValue(option);
  }
  for (const argument of command.registeredArguments) acceptAnyCase(argument);
  for (const one of command.commands) checkOptions(one);
}

function acceptAnyCase(taking: Option | Argument): void {
  const { argChoices, parseArg } = taking;
  if (argChoices === undefined || parseArg === undefined) return;
  taking.parseArg = <Value>(value: string, previous: Value): Value =>
    parseArg.call(taking, argChoices.find((choice) => isSame(choice, value)) ?? value, previous) as Value;
}

function isSame(choice: string, typed: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]/g, '_');
  return plain(choice) === plain(typed);
}

function refuseSecondValue(option: Option): void {
  if (option.variadic || (!option.required && !option.optional)) return;
  const { parseArg } = option;
  option.parseArg = <Value>(value: string, previous: Value): Value => {
    if (previous !== undefined && previous !== option.defaultValue) {
      throw new InvalidArgumentError('This option takes one value and can be used only once.');
    }
    return (parseArg === undefined ? value : parseArg.call(option, value, previous)) as Value;
  };
}
