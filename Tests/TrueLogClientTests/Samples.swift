/// One response payload for each model, as the contract writes it.
enum Samples {
  static let userSummary = #"{"id":3,"name":"Ada Tan","email":"ada@truelog.example","type":"AGENT"}"#
  static let session = #"""
    {"token":"agent-token","expires_at":"2026-12-20T08:30:00Z","user":{"id":3,"name":"Ada Tan",
     "email":"ada@truelog.example","type":"AGENT","can_edit_tickets":true,"can_edit_assets":false}}
    """#
  static let ticket = #"""
    {"id":1042,"subject":"Dock replaced","description":null,"status":"IN_PROGRESS","custom_status":"Waiting",
     "priority":"HIGH","notes":"n","queue_id":2,"customer_id":57,
     "assigned_to":{"id":3,"name":"Ada Tan","email":"ada@truelog.example","type":"AGENT"},
     "created_at":"2026-11-20T08:30:00Z","updated_at":"2026-11-20T08:30:00.5+08:00"}
    """#
  static let bareTicket = #"""
    {"id":1043,"subject":"s","description":null,"status":"TELEPORTED","priority":"SOON","notes":null,"queue_id":null,
     "customer_id":null,"assigned_to":null,"created_at":"2026-11-20T08:30:00Z","updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let comment = #"""
    {"id":7,"ticket_id":1042,"content":"@ben see this","author":{"id":3,"name":"Ada Tan",
     "email":"ada@truelog.example","type":"AGENT"},"created_at":"2026-11-20T08:30:00Z",
     "updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let asset = #"""
    {"id":311,"name":"Laptop","model":"Latitude 7440","serial_num":"SN1","asset_tag":"T-311","status":"DEPLOYED",
     "condition":"GOOD","manufacturer":"Dell","asset_type":"laptop","cpu_type":"i7","cpu_cores":"10","memory":"16 GB",
     "harddrive":"512 GB","country":"Singapore","customer":"Straits Harbour Logistics","customer_id":57,"notes":"n",
     "tech_notes":"t","is_erased":false,"has_keyboard":true,"has_charger":true,
     "image_url":"https://www.truelog.site/311.png","created_at":"2026-11-20T08:30:00Z",
     "updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let bareAsset = #"""
    {"id":312,"name":"Laptop","model":null,"serial_num":"SN2","asset_tag":"T-312","status":"IN_STOCK",
     "condition":null,"customer":null,"image_url":null,"created_at":"2026-11-20T08:30:00Z",
     "updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let accessory = #"""
    {"id":21,"name":"Dock","category":"docks","manufacturer":null,"model_no":"WD19","total_quantity":10,
     "available_quantity":7,"checked_out":3,"country":"Singapore","notes":null,
     "image_url":"https://www.truelog.site/21.png","company_id":1,"created_at":"2026-11-20T08:30:00Z",
     "updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let customer = #"""
    {"id":57,"name":"Straits Harbour Logistics","contact_number":"+65 6000 0000","address":"1 Harbour Road",
     "country":"Singapore","email":null,"company_id":4,"created_at":"2026-11-20T08:30:00Z",
     "updated_at":"2026-11-20T08:30:00Z"}
    """#
  static let widget = #"{"id":"ticket_counts","title":"Tickets","kind":"count"}"#
  static let widgetData = #"{"widget_id":"uptime","updated_at":"2026-11-20T08:30:00Z","value":99.5}"#
  static let ticketCounts = #"""
    {"widget_id":"ticket_counts","updated_at":"2026-11-20T08:30:00Z","total":5,"by_status":{"NEW":3,"TELEPORTED":2}}
    """#
  static let assetCounts = #"""
    {"widget_id":"asset_counts","updated_at":"2026-11-20T08:30:00Z","total":4,"by_status":{"IN_STOCK":4}}
    """#
  static let preferences = #"""
    {"theme":{"mode":"dark"},"layout":{"default_homepage":"tickets"},
     "notifications":{"email_enabled":true,"sound_enabled":false}}
    """#
  static let reportTemplate = #"""
    {"id":"asset_register","name":"Asset register","description":null,"formats":["json","csv","pdf"]}
    """#
  static let report = #"""
    {"template_id":"asset_register","generated_at":"2026-11-20T08:30:00Z","columns":["a","b","c","d","e"],
     "rows":[["x",1,1.5,true,null]]}
    """#
  static let notification = #"""
    {"id":1,"kind":"ticket_assigned","title":"New ticket","body":null,"ticket_id":1042,"is_read":false,
     "created_at":"2026-11-20T08:30:00Z"}
    """#

  static func list(_ items: String...) -> String { "[" + items.joined(separator: ",") + "]" }
}
