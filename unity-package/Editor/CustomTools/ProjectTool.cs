#nullable enable
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Newtonsoft.Json.Linq;

namespace Fairlead.Editor
{
    /// <summary>A static method of the project with <see cref="FairleadToolAttribute"/>, as a tool.</summary>
    internal sealed class ProjectTool : AgentTool
    {
        private readonly MethodInfo method;
        private readonly IReadOnlyList<ToolParameter> parameters;

        private ProjectTool(MethodInfo method, IReadOnlyList<ToolParameter> parameters, CustomTool announced)
            : base(announced.Name)
        {
            this.method = method;
            this.parameters = parameters;
            Announced = announced;
        }

        /// <summary>The description for the agent.</summary>
        internal CustomTool Announced { get; }

        /// <exception cref="NotSupportedException">The method cannot be a tool.</exception>
        /// <exception cref="ArgumentException">Its name or description is of no use.</exception>
        internal static ProjectTool Of(MethodInfo method, FairleadToolAttribute attribute)
        {
            if (!method.IsStatic) throw new NotSupportedException("it is not static");
            if (method.ContainsGenericParameters) throw new NotSupportedException("it is generic");
            var parameters = new List<ToolParameter>();
            foreach (var parameter in method.GetParameters()) parameters.Add(new ToolParameter(parameter));
            var properties = new JObject();
            var required = new JArray();
            foreach (var parameter in parameters)
            {
                properties[parameter.Name] = parameter.Schema;
                if (parameter.IsRequired) required.Add(parameter.Name);
            }
            var schema = new JObject { ["type"] = "object", ["properties"] = properties, ["additionalProperties"] = false };
            if (required.Count > 0) schema["required"] = required;
            var name = attribute.Name ?? SnakeCase(method.Name);
            return new ProjectTool(method, parameters, new CustomTool(name, attribute.Description ?? "", schema, RiskOf(attribute.Risk)));
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => Announced.Risk == ToolRisk.Read;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var values = Values(call.Arguments);
            object? returned;
            try
            {
                returned = method.Invoke(null, values);
            }
            catch (TargetInvocationException e) when (e.InnerException != null)
            {
                throw FaultOf(e.InnerException);
            }
            if (!(returned is Task task)) return ToolReply.Ok(ToolResult.ToJson(returned));
            return DeferredCall.Until(call, () =>
            {
                if (!task.IsCompleted) return null;
                if (task.IsFaulted) throw FaultOf(task.Exception!.GetBaseException());
                if (task.IsCanceled) throw FaultOf(new OperationCanceledException("it was cancelled"));
                return CallOutcome.Ok(ToolResult.ToJson(ResultOf(task)));
            });
        }

        private object?[] Values(JObject arguments)
        {
            var values = new object?[parameters.Count];
            for (var i = 0; i < values.Length; i++)
            {
                try
                {
                    values[i] = parameters[i].Read(arguments[parameters[i].Name]);
                }
                catch (FormatException e)
                {
                    throw new ToolFault(CallErrorCode.InvalidArguments, $"{Name}: {parameters[i].Name}: {e.Message}.");
                }
            }
            foreach (var property in arguments.Properties())
                if (!IsKnown(property.Name))
                    throw new ToolFault(
                        CallErrorCode.InvalidArguments,
                        $"{Name} has no argument \"{property.Name}\".",
                        null,
                        new JObject { ["arguments"] = (JToken)Announced.InputSchema["properties"]!.DeepClone() });
            return values;
        }

        private bool IsKnown(string name)
        {
            foreach (var parameter in parameters)
                if (parameter.Name == name) return true;
            return false;
        }

        private ToolFault FaultOf(Exception e)
        {
            if (e is ToolFault fault) return fault;
            var where = $"{method.DeclaringType?.Name}.{method.Name}";
            return e is ArgumentException
                ? new ToolFault(CallErrorCode.InvalidArguments, $"{Name}: {e.Message}")
                : new ToolFault(
                    CallErrorCode.Internal,
                    $"{Name}: {where} threw {e.GetType().Name}: {e.Message}",
                    "Something may have changed before it failed: look first. The method is this project's own code.",
                    new JObject { ["stackTrace"] = e.StackTrace ?? "" });
        }

        private static object? ResultOf(Task task)
        {
            var type = task.GetType();
            while (type != null && !(type.IsGenericType && type.GetGenericTypeDefinition() == typeof(Task<>))) type = type.BaseType;
            // A method without a result is a Task of an inaccessible type.
            return type == null || !type.GetGenericArguments()[0].IsVisible ? null : type.GetProperty("Result")?.GetValue(task);
        }

        private static ToolRisk RiskOf(FairleadRisk risk)
        {
            switch (risk)
            {
                case FairleadRisk.Read:
                    return ToolRisk.Read;
                case FairleadRisk.Write:
                    return ToolRisk.Write;
                case FairleadRisk.Destructive:
                    return ToolRisk.Destructive;
                default:
                    return ToolRisk.Execute;
            }
        }

        private static string SnakeCase(string name)
        {
            var text = new StringBuilder();
            for (var i = 0; i < name.Length; i++)
            {
                var begins = char.IsUpper(name[i]) && i > 0
                    && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1])));
                if (begins && text.Length > 0 && text[text.Length - 1] != '_') text.Append('_');
                text.Append(char.ToLowerInvariant(name[i]));
            }
            return text.ToString();
        }
    }
}
