#nullable enable
using System;
using System.Collections.Generic;
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
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(PlayNotice.On(Execute(new ToolArguments(call))));

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            var action = arguments.Action("add", "remove", "modify", "modify_where", "configure");
            if (action == "modify_where") return ComponentMatches.Modify(arguments);
            var reference = arguments.Text("game_object_id", 1, 1_000);
            var typeName = arguments.Text("component_type", 1, 200);
            var index = action == "add" ? 0 : arguments.Integer("component_index", 0, int.MaxValue, 0);
            var properties = action switch
            {
                "remove" => null,
                "add" => arguments.OptionalRecord("properties"),
                "configure" => arguments.AnyRecord("properties"),
                _ => arguments.Record("properties"),
            };
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
            var type = ComponentTypes.Need(typeName);
            var before = ObjectFacts.ComponentNames(obj);
            var component = ComponentChanges.Add(obj, type);
            UndoSteps.Doing = $"Add {component.GetType().Name}";
            var result = With(obj, component, properties ?? new JObject());
            AlsoAdded(result, obj, before, type.Name);
            return result;
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
            var before = ObjectFacts.ComponentNames(obj);
            // An index above 0 asks for one that is there.
            var component = added && index == 0
                ? ComponentChanges.Add(obj, ComponentTypes.Need(typeName)) : ObjectFinder.NeedComponent(obj, typeName, index);
            UndoSteps.Doing = $"{(added ? "Add" : "Modify")} {component.GetType().Name}";
            var result = With(obj, component, properties);
            result["added"] = added;
            AlsoAdded(result, obj, before, type.Name);
            return result;
        }

        /// <summary>Components that Unity added because requested ones require them.</summary>
        internal static void AlsoAdded(JObject result, GameObject obj, ICollection<string> before, params string[] wanted)
        {
            var more = new JArray();
            foreach (var name in ObjectFacts.ComponentNames(obj))
                if (!before.Contains(name) && Array.IndexOf(wanted, name) < 0) more.Add(name);
            if (more.Count > 0) result["alsoAdded"] = more;
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
