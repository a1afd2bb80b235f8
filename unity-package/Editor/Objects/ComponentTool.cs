#nullable enable
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary><c>unity_component</c>: adding, removing and changing components.</summary>
    internal sealed class ComponentTool : AgentTool, IBatchable
    {
        internal ComponentTool()
            : base("unity_component")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            var action = arguments.Action("add", "remove", "modify", "configure");
            var reference = arguments.Text("game_object_id", 1, 1_000);
            var typeName = arguments.Text("component_type", 1, 200);
            var index = action == "add" ? 0 : arguments.Integer("component_index", 0, int.MaxValue, 0);
            var properties = action == "remove" ? null : action == "add"
                ? arguments.OptionalRecord("properties") : arguments.Record("properties");
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            switch (action)
            {
                case "add": return Add(obj, typeName, properties);
                case "remove": return Remove(obj, typeName, index);
                case "modify": return Modify(obj, typeName, index, properties!);
                default: return Configure(obj, typeName, index, properties!);
            }
        }

        private static JObject Add(GameObject obj, string typeName, JObject? properties)
        {
            var component = ComponentChanges.Add(obj, ComponentTypes.Need(typeName));
            UndoSteps.Doing = $"Add {component.GetType().Name}";
            return With(obj, component, properties ?? new JObject());
        }

        private static JObject Remove(GameObject obj, string typeName, int index)
        {
            var component = ObjectFinder.NeedComponent(obj, typeName, index);
            var head = ComponentChanges.Head(obj, component);
            UndoSteps.Doing = $"Remove {component.GetType().Name}";
            ComponentChanges.Remove(component);
            return head;
        }

        private static JObject Modify(GameObject obj, string typeName, int index, JObject properties)
        {
            var component = ObjectFinder.NeedComponent(obj, typeName, index);
            UndoSteps.Doing = $"Modify {component.GetType().Name}";
            return With(obj, component, properties);
        }

        private static JObject Configure(GameObject obj, string typeName, int index, JObject properties)
        {
            var type = ComponentTypes.FindAny(typeName) ?? ComponentTypes.Need(typeName);
            var added = obj.GetComponent(type) == null;
            // An index above 0 asks for one that is there.
            var component = added && index == 0
                ? ComponentChanges.Add(obj, ComponentTypes.Need(typeName)) : ObjectFinder.NeedComponent(obj, typeName, index);
            UndoSteps.Doing = $"{(added ? "Add" : "Modify")} {component.GetType().Name}";
            var result = With(obj, component, properties);
            result["added"] = added;
            return result;
        }

        private static JObject With(GameObject obj, Component component, JObject properties)
        {
            var report = ComponentValues.Apply(component, properties);
            Touched.Properties(component);
            var result = ComponentChanges.Head(obj, component);
            result.Merge(report);
            return result;
        }
    }
}
