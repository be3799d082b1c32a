/** The commands of operators with their options. */
import type { Command } from "commander";
import type { RunCommand } from "../run-command.ts";

const operators = () => import("./operators.ts");
const NAME = ["<name>", "the operator's name"] as const;
const JSON_OPTION = ["--json", "print JSON"] as const;

export function addOperatorCommands(program: Command, run: RunCommand): void {
  const group = program
    .command("operators")
    .description("manage operators, who run this installation");
  group
    .command("add")
    .description("add an operator; prompts for the password")
    .argument(...NAME)
    .option("--role <role>", "administrator, support or auditor", "administrator")
    .option(...JSON_OPTION)
    .action((name, options) =>
      run(operators, ({ addOperatorCommand }, config) => addOperatorCommand(config, name, options)),
    );
  group
    .command("list")
    .description("list operators")
    .option(...JSON_OPTION)
    .action((options) =>
      run(operators, ({ listOperatorsCommand }, config) => listOperatorsCommand(config, options)),
    );
  addRoleCommands(group, run);
  addSwitchCommands(group, run);
  addResetCommands(group, run);
}

function addRoleCommands(group: Command, run: RunCommand): void {
  group
    .command("roles")
    .description("list the roles and what they may do")
    .option(...JSON_OPTION)
    .action((options) => run(operators, ({ listRolesCommand }) => listRolesCommand(options)));
  group
    .command("set-role")
    .description("change the role of an operator; it takes effect at once")
    .argument(...NAME)
    .argument("<role>", "administrator, support or auditor")
    .option(...JSON_OPTION)
    .action((name, role, options) =>
      run(operators, ({ changeRoleCommand }, config) =>
        changeRoleCommand(config, name, { ...options, role }),
      ),
    );
}

function addSwitchCommands(group: Command, run: RunCommand): void {
  const texts = {
    disable: "disable an operator and end all their sessions",
    enable: "enable an operator again",
  };
  for (const word of ["disable", "enable"] as const) {
    group
      .command(word)
      .description(texts[word])
      .argument(...NAME)
      .option(...JSON_OPTION)
      .action((name, options) =>
        run(operators, ({ setOperatorActiveCommand }, config) =>
          setOperatorActiveCommand(config, name, { ...options, isActive: word === "enable" }),
        ),
      );
  }
}

function addResetCommands(group: Command, run: RunCommand): void {
  group
    .command("reset")
    .description("set a one-time password, printed once; all sessions of the operator end")
    .argument(...NAME)
    .option(...JSON_OPTION)
    .action((name, options) =>
      run(operators, ({ resetPasswordCommand }, config) =>
        resetPasswordCommand(config, name, options),
      ),
    );
  group
    .command("reset-authenticator")
    .description("remove the authenticator and passkeys of an operator who lost the device")
    .argument(...NAME)
    .option(...JSON_OPTION)
    .action((name, options) =>
      run(operators, ({ resetAuthenticatorCommand }, config) =>
        resetAuthenticatorCommand(config, name, options),
      ),
    );
}
